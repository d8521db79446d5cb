// The data file, where it is part of the scripts: web/site.py writes it here, which saves a static page a request.

/** @type {any} */
export const EMBEDDED_DATA = null;
