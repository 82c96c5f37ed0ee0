import type { Plugin } from 'vite'

/** The faker makes one of itself as it loads, which would keep all of it where only its chance is wanted. */
export const narrowFaker: Plugin = {
  name: 'narrow-faker',
  transform: {
    filter: { id: /@faker-js\/faker\/dist\/base-/ },
    handler: (code) => code.replace(/const ([$\w]+)=new ([$\w]+);/, 'const $1=/* @__PURE__ */new $2;'),
  },
}
