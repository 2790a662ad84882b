#!/usr/bin/env bash
# Install the table as a service on Raspberry Pi OS (bookworm or trixie, 64 bit), or take it away again.
#
#   sudo systemd/install.sh                     play on the screen, or on a Pico that is plugged in
#   sudo systemd/install.sh --board rp2040      the board has a Pico on USB
#   sudo systemd/install.sh --board pi          the board is wired to this Pi
#   sudo systemd/install.sh --dry-run …         say what would be done, and do nothing
#   sudo systemd/install.sh --uninstall         take everything away but the games and the settings
#
# It may be run again at any time: settings and games stay, the program is replaced once the new one is complete.
#
#   /usr/lib/pearlboard                 the program, in an environment of its own
#   /etc/pearlboard/config.toml     the settings, made once; after that only --board changes a line of it
#   /var/lib/pearlboard             the games
set -euo pipefail

SOURCE=$(cd "$(dirname "$0")/.." && pwd)
PROGRAM=/usr/lib/pearlboard
SETTINGS=/etc/pearlboard/config.toml
GAMES=/var/lib/pearlboard
UNIT=/etc/systemd/system/pearlboard.service
DROP_IN=/etc/systemd/system/pearlboard.service.d/leds-pwm.conf
RULES=/etc/udev/rules.d/99-pearlboard.rules
SWITCH=/etc/polkit-1/rules.d/50-pearlboard.rules
ANNOUNCED=/etc/avahi/services/pearlboard.service
COMMAND=/usr/local/bin/pearlboard
MODEL_FILE=${INSTALL_MODEL_FILE:-/proc/device-tree/model}
BOOT=${INSTALL_BOOT_DIR:-/boot/firmware}
BEGIN='# --- pearlboard: made by its install.sh; --uninstall takes it out ---'
END='# --- pearlboard: end ---'

umask 022    # whatever root's is: the service's user must be able to read the program
board='' leds='' asked_leds='' action=install dry='' nobody_chose=''

say() { printf '%s\n' "$*"; }
fail() { printf 'install.sh: %s\n' "$*" >&2; exit 2; }
run() { if [ -n "$dry" ]; then say "would run: $*"; else "$@"; fi; }
# Standard input becomes a file of root's, in a folder of root's: all of it or nothing.
put() {
  if [ -n "$dry" ]; then say "would write: $1"; cat >/dev/null; return; fi
  mkdir -p "$(dirname "$1")"
  rm -f "$1.new"
  (set -C; cat >"$1.new")
  [ "$2" != 755 ] || chmod 755 "$1.new"
  mv "$1.new" "$1"
}
# The settings' folder is the service's, so root does nothing there by name: whoever owns it does, for good and without root's rights.
as_owner() (
  folder=$(dirname "$SETTINGS")
  cd /
  if [ "$(id -u)" = 0 ] && [ -d "$folder" ] && [ "$(stat -L -c %u "$folder")" != 0 ]; then
    exec setpriv --reuid "$(stat -L -c %u "$folder")" --regid "$(stat -L -c %g "$folder")" --clear-groups --no-new-privs "$@"
  fi
  exec "$@"
)
put_settings() {
  if [ -n "$dry" ]; then say "would write: $SETTINGS"; cat >/dev/null; return; fi
  as_owner bash -euc 'umask 027; rm -f "$1.new"; (set -C; cat >"$1.new"); mv "$1.new" "$1"' - "$SETTINGS"
}

read_arguments() {
  while [ $# -gt 0 ]; do
    case $1 in
      --board) [ $# -gt 1 ] || fail "--board needs a name: simulated, rp2040 or pi"; board=$2; shift ;;
      --leds) [ $# -gt 1 ] || fail "--leds needs spi or pwm"; leds=$2; asked_leds=$2; shift ;;
      --uninstall) action=uninstall ;;
      --dry-run) dry=yes ;;
      -h | --help) sed -n '2,/^set /{/^#/s/^# \{0,1\}//p}' "$0"; exit 0 ;;
      *) fail "$1: there is no such option; see --help" ;;
    esac
    shift
  done
  case $board in '' | simulated | rp2040 | pi) ;; *) fail "--board $board: choose simulated, rp2040 or pi" ;; esac
  case $leds in '' | spi | pwm) ;; *) fail "--leds $leds: choose spi or pwm" ;; esac
}

# --- what machine this is ----------------------------------------------------------------------------------------

model() { if [ -r "$MODEL_FILE" ]; then tr -d '\0' <"$MODEL_FILE"; fi; }

family() {
  case $(model) in
    *"Pi 5"* | *"Compute Module 5"* | *"Pi 500"*) echo pi5 ;;
    *"Pi 4"* | *"Compute Module 4"* | *"Pi 400"*) echo pi4 ;;
    *"Pi 3"* | *"Compute Module 3"* | *"Zero 2"*) echo pi3 ;;
    *"Raspberry Pi"*) echo old ;;
    *) echo none ;;
  esac
}

# Two of them would write over each other.
check_no_package() {
  if [ "$(dpkg-query -W -f '${db:Status-Status}' pearlboard 2>/dev/null || true)" != installed ]; then return; fi
  fail "pearlboard is installed as a package, which apt keeps up and takes away; to use this script: apt remove pearlboard"
}

check_python() {
  command -v python3 >/dev/null || fail "python3 is missing: apt install python3 python3-venv"
  python3 -I -c 'import sys; sys.exit(sys.version_info < (3, 11))' || fail "python3 is older than 3.11; use Raspberry Pi OS bookworm or newer"
  python3 -I -c 'import sys; sys.exit(sys.maxsize < 2**32)' || fail "this is a 32-bit system, for which there are no packages; use the 64-bit Raspberry Pi OS"
}

check_machine() {
  [ "$(id -u)" = 0 ] || [ -n "$dry" ] || fail "this needs root: sudo $0"
  check_no_package
  [ -f "$SOURCE/requirements/mqtt.txt" ] || fail "run it from a copy of the whole project; there is no $SOURCE/requirements/mqtt.txt"
  local release=unknown
  if [ -r /etc/os-release ]; then release=$(. /etc/os-release && echo "${VERSION_CODENAME:-unknown}"); fi
  case $release in
    bookworm | trixie) ;;
    *) say "Note: this is tried on Debian bookworm and trixie; this system calls itself $release." ;;
  esac
  if [ "$(family)" = old ]; then
    fail "$(model): there are no 64-bit packages for it; use a Pi 3, 4, 5 or Zero 2 W"
  fi
  if [ "$board" = pi ]; then
    [ "$(family)" != none ] || fail "--board pi: this is no Raspberry Pi ($MODEL_FILE says '$(model)'); use --board rp2040 or simulated"
    check_boot_settings
    if [ "$leds" = pwm ] && [ "$(family)" != pi5 ]; then
      fail "--leds pwm: on a $(model) that needs root, and the service has no rights; wire the lights to GPIO10 and use --leds spi"
    fi
  elif [ -n "$asked_leds" ]; then
    fail "--leds is only for --board pi"
  fi
}

# What the settings say, read as the program reads them: KEY or GROUP.KEY; empty if they do not.
setting() {
  [ -e "$SETTINGS" ] || return 0
  as_owner python3 -I -P - "$SETTINGS" "$1" <<'PYTHON' || fail "$SETTINGS cannot be read; mend it, or move it away to begin with new settings"
import sys
import tomllib

try:
    with open(sys.argv[1], encoding="utf-8-sig", newline="") as file:
        found = tomllib.loads(file.read())
except (OSError, ValueError) as error:
    sys.exit(f"{sys.argv[1]}: {error}")
for key in sys.argv[2].split("."):
    found = found.get(key, {}) if isinstance(found, dict) else {}
print(found if isinstance(found, str) else "")
PYTHON
}

# What was asked for; else what the settings say; else, until `look_for_pico` may know more, the simulated board.
choose_board() {
  if [ -z "$leds" ]; then leds=$(setting pi.leds); fi
  if [ -z "$leds" ]; then leds=spi; fi
  if [ -n "$board" ]; then return; fi
  board=$(setting board)
  if [ -n "$board" ]; then return; fi
  board=simulated nobody_chose=yes
}

# Nobody has chosen a board: it is a Pico if one is plugged in. The program, which is there by now, finds it.
look_for_pico() {
  [ -n "$nobody_chose" ] || return 0
  if [ -n "$dry" ]; then say "would take the board rp2040 if a Pico is plugged in"; return; fi
  if "$COMMAND" flash --list >/dev/null 2>&1; then board=rp2040; fi
}

# --- install -----------------------------------------------------------------------------------------------------

install_packages() {
  if python3 -I -P -c 'import ensurepip, venv' 2>/dev/null; then return; fi
  run apt-get update -qq
  run env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends python3-venv
}

install_program() {
  local requirements=requirements/mqtt.txt
  release=$PROGRAM/releases/$(date +%Y%m%d%H%M%S)
  while [ -e "$release" ]; do release=$release.1; done  # a clock that was put back: the program that runs stays until then
  if [ "$board" = pi ]; then requirements=requirements/pi.txt; fi
  if [ "$leds" = pwm ]; then requirements=requirements/pwm-pi5.txt; fi
  say "Installing the program in $PROGRAM ($requirements) ..."
  run mkdir -p "$PROGRAM/releases"
  run python3 -I -P -m venv "$release"
  # Of the driver of lights its wheel alone: whatever else it would be built with has no hash.
  run "$release/bin/python" -I -P -m pip install --quiet --disable-pip-version-check --no-deps --require-hashes \
    --only-binary Adafruit-Blinka-Raspberry-Pi5-Neopixel -r "$SOURCE/$requirements"
  run "$release/bin/python" -I -P -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation "$SOURCE"
  run "$release/bin/python" -I -P -m pearlboard --help >/dev/null
  run ln -sfn "$release" "$PROGRAM/venv.new"
  run mv -T "$PROGRAM/venv.new" "$PROGRAM/venv"
  put "$COMMAND" 755 <<SCRIPT
#!/bin/sh
# The program, with the settings of the service.
PEARLBOARD_CONFIG=\${PEARLBOARD_CONFIG:-$SETTINGS} exec $PROGRAM/venv/bin/python -I -P -m pearlboard "\$@"
SCRIPT
}

# Once the new one runs.
remove_old_programs() {
  for old in "$PROGRAM"/releases/*; do
    if [ "$old" != "$release" ] && [ -d "$old" ]; then run rm -rf "$old"; fi
  done
}

make_user() {
  for group in dialout gpio spi audio; do
    getent group "$group" >/dev/null || run groupadd --system "$group"
  done
  getent passwd pearlboard >/dev/null ||
    run useradd --system --user-group --home-dir "$GAMES" --no-create-home --shell /usr/sbin/nologin pearlboard
  run install -d -m 700 -o pearlboard -g pearlboard "$GAMES"
}

change_settings() {
  if [ "$(setting board)" = "$board" ] && { [ "$board" != pi ] || [ "$(setting pi.leds || true)" = "$leds" ] ||
      { [ "$leds" = spi ] && [ -z "$(setting pi.leds)" ]; }; }; then
    say "$SETTINGS is there already and stays as it is."
    return
  fi
  if [ -n "$dry" ]; then say "would change in $SETTINGS: board = \"$board\""; return; fi
  local new
  new=$(changed_settings) || fail "$SETTINGS cannot be changed by this script; set board = \"$board\" there by hand, and run it again"
  as_owner cp -p --remove-destination "$SETTINGS" "$SETTINGS.before"
  printf '%s\n' "$new" | put_settings
  say "$SETTINGS: the board is now $board; the rest stays as it was (a copy is in $SETTINGS.before)."
}

# The settings with one or two lines replaced, and proved to say what they should before anything is written.
changed_settings() {
  as_owner python3 -I -P - "$SETTINGS" "$board" "$leds" <<'PYTHON'
import re
import sys
import tomllib

path, board, leds = sys.argv[1:]
text = open(path, encoding="utf-8-sig").read()
before = tomllib.loads(text)
head, bracket, groups = re.match(r"(?s)(.*?)((?m:^)[ \t]*\[|\Z)(.*)", text).groups()
head = re.sub(r"(?m)^[ \t]*\"?board\"?[ \t]*=.*\n?", "", head)
text = f'board = "{board}"\n{head}{bracket}{groups}'
if board == "pi":
    text = re.sub(r"(?m)^[ \t]*leds[ \t]*=.*\n?", "", text)
    line = f'leds = "{leds}"\n'
    group = re.compile(r"(?m)^[ \t]*\[[ \t]*pi[ \t]*\][^\n]*\n?")
    text = group.sub(lambda found: found[0].rstrip("\n") + "\n" + line, text, 1) if group.search(text) else f"{text.rstrip()}\n\n[pi]\n{line}"
if board == "simulated" and "mode" not in before.get("simulated", {}):
    line = 'mode = "screen"\n'
    group = re.compile(r"(?m)^[ \t]*\[[ \t]*simulated[ \t]*\][^\n]*\n?")
    text = group.sub(lambda found: found[0].rstrip("\n") + "\n" + line, text, 1) if group.search(text) else f"{text.rstrip()}\n\n[simulated]\n{line}"
wanted = {**before, "board": board}
if board == "simulated":
    wanted["simulated"] = {"mode": "screen", **before.get("simulated", {})}
if board == "pi":
    wanted["pi"] = {**before.get("pi", {}), "leds": leds}
if tomllib.loads(text) != wanted:
    sys.exit(1)
sys.stdout.write(text)
PYTHON
}

write_settings() {
  if [ -e "$SETTINGS" ]; then
    change_settings
    return
  fi
  {
    say "# The settings of the table. After a change: sudo systemctl restart pearlboard"
    say "board = \"$board\""
    say "store = \"$GAMES/games.db\""
    say "# wiring = \"/etc/pearlboard/wiring.toml\"    # what \`sudo pearlboard wiring map\` wrote; without it, the reference board"
    say "# language = \"fr\""
    if [ "$leds" = pwm ]; then say; say "[pi]"; say "leds = \"pwm\""; fi
    if [ "$board" = simulated ]; then
      say
      say "[simulated]"
      say "mode = \"screen\"     # played on the page; \"hardware\": it stands in for a board, with its faults"
    fi
    say
    say "[lights]"
    say "cap_ma = 2000       # what all LEDs may draw"
    say "supply_ma = 3000    # what the 5 V supply gives"
  } | put_settings
}

# The operator's page changes them, so they are the service's own: first the file, as long as the folder is root's.
own_settings() {
  local folder
  folder=$(dirname "$SETTINGS")
  if [ -e "$SETTINGS" ] && [ "$(stat -c %u "$folder")" = 0 ]; then run chown -h pearlboard:pearlboard "$SETTINGS"; fi
  run install -d -m 755 -o pearlboard -g pearlboard "$folder"
}

# A Pi's buses are switched on in its boot settings. The lights' clock is made from the core's, which must keep still.
boot_settings() {
  say "$BEGIN"
  say "[all]"
  say "dtparam=spi=on"
  say "dtoverlay=spi1-1cs,cs0_pin=12"
  case $(family) in
    pi3) say "core_freq=250" ;;
    pi4) say "core_freq=500"; say "core_freq_min=500" ;;
  esac
  say "$END"
}

# The boot settings without our lines, every line of them ended.
without_ours() { sed -e "/^$BEGIN\r\?\$/,/^$END\r\?\$/d" -e '$a\' "$1"; }

check_boot_settings() {
  local file=$BOOT/config.txt begun ended
  [ -f "$file" ] || fail "$file is missing, so SPI cannot be switched on: is this Raspberry Pi OS with /boot mounted?"
  begun=$(grep -c "^$BEGIN" "$file" || true) ended=$(grep -c "^$END" "$file" || true)
  [ "$begun" = "$ended" ] || fail "$file: a line '$BEGIN' or '$END' is missing; put it back, or take our lines out by hand"
}

write_boot_settings() {
  local file=$BOOT/config.txt
  [ "$board" = pi ] || return 0
  if [ "$( (without_ours "$file"; boot_settings) )" = "$(cat "$file")" ]; then return 0; fi
  [ -e "$file.before-pearlboard" ] || run cp -p "$file" "$file.before-pearlboard"
  (without_ours "$file"; boot_settings) | put "$file" 755
  say "SPI is switched on in $file: restart the Pi once (sudo reboot)."
}

write_service() {
  put "$UNIT" 644 <"$SOURCE/systemd/pearlboard.service"
  put "$RULES" 644 <"$SOURCE/systemd/99-pearlboard.rules"
  put "$SWITCH" 644 <"$SOURCE/systemd/50-pearlboard.rules"
  if [ ! -e "$ANNOUNCED" ]; then put "$ANNOUNCED" 644 <"$SOURCE/systemd/avahi.xml"; fi   # another port there is somebody's own
  if [ "$leds" = pwm ]; then
    put "$DROP_IN" 644 <<'DROP'
[Service]
DeviceAllow=/dev/pio0 rw
DROP
  else
    run rm -f "$DROP_IN"
  fi
}

systemd_runs() { [ -d /run/systemd/system ]; }

start_service() {
  if ! systemd_runs; then
    say "systemd does not run here: the service is installed and will start with the system."
    if command -v systemctl >/dev/null; then run systemctl enable pearlboard.service; fi
    return
  fi
  run systemctl daemon-reload
  run udevadm control --reload
  run udevadm trigger --subsystem-match=tty --subsystem-match=gpio --subsystem-match=spidev
  run systemctl enable pearlboard.service
  run systemctl restart pearlboard.service
}

install_all() {
  check_python
  choose_board
  check_machine
  if [ "$board" != pi ]; then leds=spi; fi
  say "Machine: $(model | grep . || uname -m); board: $board"
  install_packages
  make_user
  install_program
  look_for_pico
  own_settings
  write_settings
  write_boot_settings
  write_service
  start_service
  remove_old_programs
  [ -n "$dry" ] && return
  say "Installed. How it is (sudo pearlboard doctor):"
  "$COMMAND" doctor || say "The lines above say what is still to be done."
  say "The table's page: http://$(hostname).local:8000/; the log: journalctl -u pearlboard"
}

# --- uninstall ---------------------------------------------------------------------------------------------------

uninstall_all() {
  [ "$(id -u)" = 0 ] || [ -n "$dry" ] || fail "this needs root: sudo $0 --uninstall"
  check_no_package
  if systemd_runs && systemctl cat pearlboard.service >/dev/null 2>&1; then
    run systemctl disable --now pearlboard.service
  elif command -v systemctl >/dev/null && [ -e "$UNIT" ]; then
    run systemctl disable pearlboard.service
  fi
  run rm -f "$UNIT" "$DROP_IN" "$RULES" "$SWITCH" "$ANNOUNCED" "$COMMAND"
  if [ -d "$(dirname "$DROP_IN")" ]; then run rmdir --ignore-fail-on-non-empty "$(dirname "$DROP_IN")"; fi
  run rm -rf "$PROGRAM"
  if grep -qs "^$BEGIN" "$BOOT/config.txt"; then
    check_boot_settings
    without_ours "$BOOT/config.txt" | put "$BOOT/config.txt" 755
  fi
  if systemd_runs; then run systemctl daemon-reload; run udevadm control --reload; fi
  say "Removed. The games in $GAMES and the settings in $(dirname "$SETTINGS") are still there, and the user that owns them;"
  say "to be rid of them too: rm -r $GAMES $(dirname "$SETTINGS"); userdel pearlboard"
}

read_arguments "$@"
if [ "$action" = uninstall ]; then uninstall_all; else install_all; fi
