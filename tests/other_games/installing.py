"""Makes a program that brings games, as pip would install it: modules, and a `.dist-info` with entry points."""


def install(folder, modules, points, name="other-games", version="1.0"):
    """Put `modules` (name to source) into the folder, with entry points (game to `module:PACKAGE`)."""
    for module, source in modules.items():
        (folder / f"{module}.py").write_text(source, encoding="utf-8")
    info = folder / f"{name.replace('-', '_')}-{version}.dist-info"
    info.mkdir()
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n", encoding="utf-8")
    lines = [f"{game} = {target}" for game, target in points.items()]
    (info / "entry_points.txt").write_text("\n".join(["[pearlboard.games]", *lines, ""]), encoding="utf-8")
    return folder
