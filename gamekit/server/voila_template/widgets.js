// A widget that is late is still shown. Jupyter's views look for theirs for two seconds; one that gives up just when all have
// come says "model not found" for good. Here it waits for the next word that they are there, and that word is said again.
(function () {
  const AGAIN_MS = [250, 1000, 2500];

  function patient({ widgetManager: manager }) {
    if (!manager) return;
    let again = false;
    Object.defineProperty(manager, "restoredStatus", { get: () => false });
    manager.restored.connect(() => {
      if (again) return;
      for (const ms of AGAIN_MS)
        setTimeout(() => {
          again = true;
          manager.restored.emit();
          again = false;
        }, ms);
    });
  }

  // Jupyter's application gives itself this name once it runs, just before the first view looks.
  Object.defineProperty(window, "jupyterapp", {
    configurable: true,
    set(app) {
      Object.defineProperty(window, "jupyterapp", { value: app, writable: true, configurable: true });
      patient(app);
    },
  });
})();
