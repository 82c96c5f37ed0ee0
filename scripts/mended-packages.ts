import type { Plugin } from 'vite'

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
