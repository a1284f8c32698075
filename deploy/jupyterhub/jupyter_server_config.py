"""In the image of the users' servers: /gamekit/ starts the lessons for this user alone, behind the hub's sign-in.

Put it into a folder of `jupyter --paths` (config), e.g. /etc/jupyter. The image needs jupyter-server-proxy and gamekit.
"""

c = get_config()  # noqa: F821 - Jupyter defines it

c.ServerProxy.servers = {
    "gamekit": {
        "command": [
            "python", "-m", "gamekit", "serve", "--no-browser", "--proxied",
            "--port", "{port}", "--base-url", "{base_url}gamekit/", "--notebooks", "/opt/gamekit/notebooks",
        ],
        "absolute_url": True,
        "timeout": 120,
        "launcher_entry": {"title": "Lessons on road games"},
    }
}  # fmt: skip
