import type { Plugin, Rolldown } from 'vite'

/** All code of a file that only forwards exports of another file. */
const FORWARDS = /^export\{([^}]*)\}from"\.\/([^"]+)";?\s*$/
/** All code of a file without imports: its statements, then its exports. */
const STANDS_ALONE = /^((?!import)[^]*);export\{([^}]*)\};?\s*$/
const RUNTIME = 'rolldown-runtime'
/** Requested first by every page, so it can provide the runtime. */
const HOST = 'vendor'

/**
 * Removes files that cost a request and contain next to nothing. The bundler writes one for each lazily loaded module that
 * shares a file with others (it only forwards that module's exports), and one for its own runtime (0.7 kB, imported by all).
 * It has no option for either. Runs before Vite computes what each file preloads.
 */
export const joinFiles: Plugin = {
  name: 'join-files',
  apply: 'build',
  // Names of files come from their contents before they are joined: a change of this plugin needs new names.
  augmentChunkHash: () => 'joined 1',
  generateBundle: {
    order: 'pre',
    handler(_, bundle) {
      const chunks = Object.values(bundle).filter((each) => each.type === 'chunk')
      for (const chunk of chunks) if (chunk.isDynamicEntry) dropForwarding(chunk, chunks, bundle)
      const runtime = chunks.find(({ name }) => name === RUNTIME)
      const host = chunks.find(({ name }) => name === HOST)
      if (runtime !== undefined && host !== undefined) moveRuntime(runtime, host, chunks, bundle)
    },
  },
}

/** `a as b` pairs of an export list; without `as`, both are the same. */
const pairsOf = (list: string) =>
  list.split(',').map((pair) => {
    const [inner = '', outer = inner] = pair.split(' as ')
    return { inner, outer }
  })

/** Lets all importers of a forwarding file import the module from its real file. */
function dropForwarding(
  chunk: Rolldown.OutputChunk,
  chunks: readonly Rolldown.OutputChunk[],
  bundle: Rolldown.OutputBundle,
): void {
  const [, list = '', file = ''] = FORWARDS.exec(chunk.code) ?? []
  const real = chunks.find(({ fileName }) => baseName(fileName) === file)
  if (real === undefined || (real.facadeModuleId !== null && real.isEntry)) return
  const exported = pairsOf(list).map(({ inner, outer }) => `${outer}:m.${inner}`)
  const importing = `import(\`./${baseName(chunk.fileName)}\`)`
  for (const each of chunks) {
    if (each.code.includes(importing))
      each.code = each.code.replaceAll(importing, `import(\`./${file}\`).then(m=>({${exported.join(',')}}))`)
    each.dynamicImports = each.dynamicImports.map((name) => (name === chunk.fileName ? real.fileName : name))
  }
  delete bundle[chunk.fileName]
}

/** Puts the bundler's runtime into the host, and lets all files import it from there. */
function moveRuntime(
  runtime: Rolldown.OutputChunk,
  host: Rolldown.OutputChunk,
  chunks: readonly Rolldown.OutputChunk[],
  bundle: Rolldown.OutputBundle,
): void {
  const [, statements, list = ''] = STANDS_ALONE.exec(runtime.code) ?? []
  if (statements === undefined) throw new Error('The bundler’s runtime has an unknown form')
  const exported = pairsOf(list)
  const start = 'import{'
  const end = `}from"./${baseName(runtime.fileName)}";`
  for (const each of chunks) {
    if (!each.imports.includes(runtime.fileName)) continue
    const to = each.code.indexOf(end)
    const from = each.code.lastIndexOf(start, to)
    if (to === -1 || from === -1)
      throw new Error(`${each.fileName} imports the bundler’s runtime in an unknown form`)
    const imported = pairsOf(each.code.slice(from + start.length, to))
    const instead =
      each === host
        ? `const ${imported.map(({ inner, outer }) => `${outer}=runtime_${inner}`).join(',')};`
        : `import{${imported.map(({ inner, outer }) => `runtime_${inner} as ${outer}`).join(',')}}from"./${baseName(host.fileName)}";`
    each.code = each.code.slice(0, from) + instead + each.code.slice(to + end.length)
    const others = each.imports.filter((name) => name !== runtime.fileName)
    each.imports = each === host ? others : [...new Set([...others, host.fileName])]
  }
  const values = exported.map(({ inner, outer }) => `${outer}:${inner}`).join(',')
  const locals = exported.map(({ outer }) => `${outer}:runtime_${outer}`).join(',')
  const names = exported.map(({ outer }) => `runtime_${outer}`)
  host.code = `const{${locals}}=(()=>{${statements};return{${values}}})();${host.code}export{${names.join(',')}};`
  host.exports.push(...names)
  delete bundle[runtime.fileName]
}

const baseName = (path: string) => path.slice(path.lastIndexOf('/') + 1)
