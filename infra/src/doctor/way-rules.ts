// What the requests of today showed about the way to the product (http/warnings.ts).
import type { WayWarning } from '../http/warnings.ts';

interface WayFinding {
  readonly says: string;
  readonly mend: string;
}

const SEE = 'infra/docs/proxies.md has the lines for nginx, Caddy, Traefik, HAProxy and Cloudflare.';

export const WAY_FINDINGS: Readonly<Record<WayWarning, WayFinding>> = {
  'proxy-not-trusted': {
    says: 'A proxy names the visitors, and TRUST_PROXY does not trust it: all have its address, and limits by address are off.',
    mend: `Set TRUST_PROXY to the number of proxies in front, or to their addresses. ${SEE}`,
  },
  'https-not-public': {
    says: 'Requests come over https, and PUBLIC_URL is not https: cookies are sent without Secure.',
    mend: 'Set PUBLIC_URL to the https address that people open.',
  },
  'visitor-header-missing': {
    says: 'TRUST_PROXY is set, and no request had the header that names the visitor: all have the address of the proxy.',
    mend: `Let the proxy send it, or name the one that it sends, such as TRUST_PROXY=cf-connecting-ip:1. ${SEE}`,
  },
  'one-network': {
    says: 'All visitors of an hour had one address: a proxy in front is not counted, or the wrong header is believed.',
    mend: `Set TRUST_PROXY to all proxies in front, and to the header that has the visitor. ${SEE}`,
  },
  'host-not-passed-on': {
    says: 'A change, such as a sign-in, was refused: the page has another host than the product is asked under.',
    mend: `If it is the product’s own page, set PUBLIC_URL, or let the proxy pass the header Host on. ${SEE}`,
  },
  'protocol-not-passed-on': {
    says: 'A change, such as a sign-in, was refused: the page is https, and the product is asked over http.',
    mend: `Set PUBLIC_URL, or let the proxy send X-Forwarded-Proto and set TRUST_PROXY. ${SEE}`,
  },
};

export const isWayWarning = (name: string): name is WayWarning => Object.hasOwn(WAY_FINDINGS, name);
