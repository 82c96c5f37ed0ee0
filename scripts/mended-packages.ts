import type { Plugin } from 'vite'

// Packages whose sources are changed in a build: why each, and until when, is in docs/decisions/0027-mended-packages.md.

/** The faker creates an instance when it loads, which would keep all of it in a bundle that only needs its random generator. */
export const narrowFaker: Plugin = {
  name: 'narrow-faker',
  transform: {
    filter: { id: /@faker-js\/faker\/dist\/base-/ },
    handler: (code) => code.replace(/const ([$\w]+)=new ([$\w]+);/, 'const $1=/* @__PURE__ */new $2;'),
  },
}

/** The parser looks up its rule with `eval`, which the content security policy forbids. Only this rule is used. */
export const parserWithoutEval: Plugin = {
  name: 'parser-without-eval',
  transform: {
    filter: { id: /@balena\/odata-parser\// },
    handler: (code) => code.replace('eval(`peg$parse${options.rule}()`)', 'peg$parseOData()'),
  },
}

/** The charts fail to load where the browser reports no valid language, such as `C`. Their number format is not used. */
export const chartsInAnyLanguage: Plugin = {
  name: 'charts-in-any-language',
  transform: {
    filter: { id: /uplot\/dist\/uPlot\.esm/ },
    handler: (code) => code.replace("domEnv ? nav.language : 'en-US'", "'en-US'"),
  },
}

/** Leaflet detects features of old browsers by setting innerHTML at load, which the content security policy forbids. */
export const leafletWithoutHtml: Plugin = {
  name: 'leaflet-without-html',
  transform: {
    filter: { id: /leaflet-src\.esm/ },
    handler: (code) =>
      code
        .replace(
          "div.innerHTML = '<svg/>';",
          "div.append(document.createElementNS('http://www.w3.org/2000/svg', 'svg'));",
        )
        .replace('var vml = !svg$1 &&', 'var vml = false &&'),
  },
}

/**
 * MSW creates a second, unused source of requests when it loads. It waits for its worker forever and keeps each message,
 * about 4 kB per request. Marked as pure, it is removed by tree shaking.
 */
export const noIdleSource: Plugin = {
  name: 'no-idle-source',
  apply: 'build',
  transform: {
    filter: { id: /msw\/lib\/browser\/index/ },
    handler: (code) =>
      code.replace(
        'const defaultNetworkOptions = createDefaultNetworkOptions()',
        'const defaultNetworkOptions = /* @__PURE__ */ createDefaultNetworkOptions()',
      ),
  },
}

/** MSW's cookie store contains the public suffix list. It is not needed, because the simulated cloud sets no cookies. */
export const noCookieStore: Plugin = {
  name: 'no-cookie-store',
  apply: 'build',
  transform: {
    filter: { id: /msw\/lib\/_chunks\/cookie-store|\/node_modules\/(?:tough-cookie|tldts[^/]*)\// },
    handler: (code) => ({
      code: code.replace(
        'const cookieStore = isNodeProcess() ? null : new CookieStore()',
        'const cookieStore = null',
      ),
      // Allows tree shaking of what is no longer used.
      moduleSideEffects: false,
    }),
  },
}
