// What a person sees who follows the link of a campaign without a landing URL: a sentence instead of the JSON for scripts. Fixed text, so
// that no request can write into a page of our origin.
import { NO_DESTINATION_TEXTS } from '@tracker/schemas/texts/no-destination';

const { title, toVisitor, toOwner } = NO_DESTINATION_TEXTS;

export const NO_DESTINATION_PAGE =
  `<!doctype html><html lang="pt-BR"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">` +
  `<meta name="robots" content="noindex"><meta name="color-scheme" content="light dark"><title>${title}</title>` +
  '<style>body{max-width:32rem;margin:20vh auto 0;padding:0 1.5rem;font:1rem/1.5 system-ui,sans-serif}h1{font-size:1.25rem}</style>' +
  `</head><body><main><h1>${title}</h1><p>${toVisitor}</p><p><small>${toOwner}</small></p></main></body></html>`;

/** Nothing is loaded, and no page shows it in a frame. */
export const NO_DESTINATION_POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
