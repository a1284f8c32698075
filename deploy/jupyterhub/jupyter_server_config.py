"""In the image of the users' servers: the lessons as pages of stock Voilà at /voila/tree/, as notebooks at /lab.

Put it into a folder of `jupyter --paths` (config), e.g. /etc/jupyter. Voilà is a part of each user's own server.
"""

c = get_config()  # noqa: F821 - Jupyter defines it

c.ServerApp.root_dir = "/opt/gamekit/notebooks"
c.VoilaConfiguration.template = "gamekit"
# The list of lessons reads their titles, which a template can do only from a manager that need not be waited for.
c.ServerApp.contents_manager_class = "jupyter_server.services.contents.largefilemanager.LargeFileManager"
# A page that is closed lets its kernel go; one that was lost keeps it, for an hour.
c.MappingKernelManager.cull_idle_timeout = 3600
c.MappingKernelManager.cull_interval = 300
c.MappingKernelManager.cull_connected = True
