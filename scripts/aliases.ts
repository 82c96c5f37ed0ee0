// node --import ./scripts/aliases.ts: lets Node resolve modules as Vite does: paths that start with `@/`, and named imports from package.json.
// `scripts/run.mjs` does so for each script that it runs.

import { readFileSync } from 'node:fs'
import { registerHooks } from 'node:module'
import { TOWNS, townsModule } from './large-towns.ts'

const PACKAGE = new URL('../package.json', import.meta.url).href

registerHooks({
  resolve: (specifier, context, next) =>
    specifier === TOWNS
      ? { url: TOWNS, shortCircuit: true }
      : next(
          specifier.startsWith('@/')
            ? new URL(`../src/${specifier.slice(2)}`, import.meta.url).href
            : specifier,
          context,
        ),
  load(url, context, next) {
    if (url === TOWNS) return { format: 'module', shortCircuit: true, source: townsModule() }
    if (url !== PACKAGE) return next(url, context)
    const text = readFileSync(new URL(url), 'utf8')
    const { version } = JSON.parse(text) as { version: string }
    return {
      format: 'module',
      shortCircuit: true,
      source: `export const version = ${JSON.stringify(version)}\nexport default ${text}`,
    }
  },
})
