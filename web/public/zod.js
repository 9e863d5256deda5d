// Runs before the app's modules. Zod otherwise tries whether it may compile its validators from text, which our content
// security policy forbids and the browser then reports as an error.
globalThis.__zod_globalConfig = { jitless: true };
