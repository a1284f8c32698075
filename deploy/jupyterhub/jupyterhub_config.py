"""What a hub adds to its own configuration: users land on the lessons, and may still open JupyterLab at /lab."""

c = get_config()  # noqa: F821 - JupyterHub defines it

c.Spawner.default_url = "/voila/tree/"
c.Spawner.mem_limit = "1G"
c.Spawner.cpu_limit = 1
