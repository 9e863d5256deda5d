// /api/docs: the OpenAPI document as one self-contained page: no script, no font, no other host.
import { createHash } from 'node:crypto';
import type { JsonObject, OpenApiDocument } from '@tracker/schemas/openapi/document';

const STYLE = `
:root { color-scheme: light dark; --line: color-mix(in srgb, currentColor 18%, transparent); }
body { font: 15px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 0 auto; padding: 2rem 1rem 4rem; }
h1 { margin: 0 0 .25rem; } h2 { margin: 2.5rem 0 .5rem; } nav a { margin-right: .75rem; }
details { border: 1px solid var(--line); border-radius: .5rem; margin: .5rem 0; padding: .5rem .75rem; }
summary { cursor: pointer; } code, pre { font: 13px/1.45 ui-monospace, monospace; } pre { overflow-x: auto; }
summary b { display: inline-block; min-width: 4rem; } table { border-collapse: collapse; width: 100%; }
th, td { text-align: left; vertical-align: top; padding: .25rem .5rem; border-bottom: 1px solid var(--line); }
`;

/** The page's own style, by its hash, and nothing else from anywhere. */
export const DOCS_CSP = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'`,
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

export function docsPage(document: OpenApiDocument): string {
  const info = document.info as { readonly title: string; readonly description: string };
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  );
  const sections = document.tags.map(({ name, description }) => {
    const own = operations.filter(({ operation }) => (operation.tags as readonly string[]).includes(name));
    return `<section><h2 id="${asHtml(name)}">${asHtml(name)}</h2><p>${asHtml(description)}</p>${own.map(operationOf).join('')}</section>`;
  });
  const links = document.tags.map(({ name }) => `<a href="#${asHtml(name)}">${asHtml(name)}</a>`).join(' ');
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${asHtml(info.title)} API</title><style>${STYLE}</style></head>
<body><main><h1>${asHtml(info.title)} API</h1><p>${asHtml(info.description)}</p>
<p><a href="/api/openapi.json">openapi.json</a></p><nav aria-label="Sections">${links}</nav>
${sections.join('\n')}</main></body></html>`;
}

interface Shown {
  readonly path: string;
  readonly method: string;
  readonly operation: JsonObject;
}

function operationOf({ path, method, operation }: Shown): string {
  const { summary, description, parameters, requestBody, responses } = operation;
  return [
    `<details><summary><b>${method.toUpperCase()}</b> <code>${asHtml(path)}</code><br>${asHtml(String(summary))}</summary>`,
    typeof description === 'string' ? `<p>${asHtml(description)}</p>` : '',
    Array.isArray(parameters) ? parametersOf(parameters as JsonObject[]) : '',
    requestBody === undefined ? '' : `<h3>Body</h3>${contentOf((requestBody as JsonObject).content as JsonObject)}`,
    `<h3>Answers</h3>${Object.entries(responses as JsonObject)
      .map(answerOf)
      .join('')}`,
    '</details>',
  ].join('');
}

function parametersOf(parameters: readonly JsonObject[]): string {
  const rows = parameters.map(
    ({ name, in: place, required, description, schema }) =>
      `<tr><td><code>${asHtml(String(name))}</code></td><td>${asHtml(String(place))}${required ? ', required' : ''}</td>` +
      `<td>${asHtml(typeof description === 'string' ? description : '')} <code>${asHtml(JSON.stringify(schema))}</code></td></tr>`,
  );
  return `<h3>Parameters</h3><table><thead><tr><th>name</th><th>in</th><th>what</th></tr></thead><tbody>${rows.join('')}</tbody></table>`;
}

function answerOf([status, answer]: [string, unknown]): string {
  const { description, content } = answer as JsonObject;
  const shown = content === undefined ? '' : contentOf(content as JsonObject);
  return `<p><b>${asHtml(status)}</b> ${asHtml(String(description))}</p>${shown}`;
}

const contentOf = (content: JsonObject): string =>
  Object.entries(content)
    .map(
      ([type, media]) =>
        `<details><summary>${asHtml(type)}</summary><pre>${asHtml(JSON.stringify((media as JsonObject).schema, null, 2))}</pre></details>`,
    )
    .join('');

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
const asHtml = (text: string): string => text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? character);
