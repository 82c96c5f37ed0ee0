import type { Plugin } from 'vite'

/** The faker makes one of itself as it loads, which would keep all of it where only its chance is wanted. */
export const narrowFaker: Plugin = {
  name: 'narrow-faker',
  transform: {
    filter: { id: /@faker-js\/faker\/dist\/base-/ },
    handler: (code) => code.replace(/const ([$\w]+)=new ([$\w]+);/, 'const $1=/* @__PURE__ */new $2;'),
  },
}

/** The parser looks its rule up with `eval`, which the content security policy forbids. Nobody here asks for another rule. */
export const parserWithoutEval: Plugin = {
  name: 'parser-without-eval',
  transform: {
    filter: { id: /@balena\/odata-parser\// },
    handler: (code) => code.replace('eval(`peg$parse${options.rule}()`)', 'peg$parseOData()'),
  },
}
