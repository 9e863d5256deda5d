/**
 * SQL over `url` of page views, for statements with the parameter `sites`: the host without 'www.', and whether it is one of the tenant's or below
 * one. The engine's own functions find no host without a dot.
 */
export const HOST_OF_URL = `lower(extract(url, '^[A-Za-z]+://(?:[^/?#@]*@)?(?:www[.])?([^/:?#]+)'))`;
export const ON_OWN_SITE = `arrayExists(site -> ${HOST_OF_URL} = site OR endsWith(${HOST_OF_URL}, concat('.', site)), {sites:Array(String)})`;
