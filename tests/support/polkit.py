"""A rule of polkit is a program; it is run here by Node.js with what systemd may ask."""

import json
import shutil
import subprocess

import pytest

needs_node = pytest.mark.skipif(
    shutil.which("node") is None, reason="needs Node.js, which reads the rule as polkit does"
)


def allowed(rule, asked):
    """What of it - a user, a verb, a unit - the rule in that file allows; nothing of another action ever is."""
    script = f"""
        let rule;
        const polkit = {{ addRule: (given) => {{ rule = given; }}, Result: {{ YES: "yes", NOT_HANDLED: "no" }} }};
        {rule.read_text()}
        const manage = "org.freedesktop.systemd1.manage-units", reload = "org.freedesktop.systemd1.reload-daemon";
        const answers = (action) => {json.dumps(asked)}.map(([user, verb, unit]) =>
          rule({{ id: action, lookup: (name) => ({{ verb, unit }})[name] }}, {{ user }}));
        console.log(JSON.stringify([manage, reload].map(answers)));
    """
    done = subprocess.run(["node", "-e", script], capture_output=True, text=True, check=True)
    answers, of_another_action = json.loads(done.stdout)
    assert set(of_another_action) == {"no"}
    return [one for one, answer in zip(asked, answers, strict=True) if answer == "yes"]
