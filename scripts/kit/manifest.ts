export type Manifest = Record<string, unknown> & {
  name: string
  version: string
  license: string
  dependencies: Record<string, string>
  devDependencies: Record<string, string>
}

/** Installed by the users of the entry that needs them. */
const PEERS: Record<string, string> = {
  '@axe-core/playwright': '^4.10.0',
  '@playwright/test': '^1.50.0',
  msw: '^3.0.0',
}
const ENTRIES = ['cloud', 'contract', 'msw', 'playwright']

/** The package.json of the package: of the project's dependencies, only those that the bundle imports. */
export function packageManifest({ name, version, license, ...own }: Manifest, imported: readonly string[]) {
  const versionOf = (each: string) => {
    const known = own.dependencies[each] ?? own.devDependencies[each]
    if (known === undefined) throw new Error(`The package imports ${each}, which package.json does not have.`)
    return `^${known}`
  }
  const needed = imported.filter((each) => PEERS[each] === undefined)
  return {
    name,
    version,
    description: 'A simulated platform for fleets of devices: in process, over HTTP, in Playwright and MSW',
    keywords: ['balena', 'iot', 'mock', 'msw', 'playwright', 'simulator', 'testing'],
    license,
    type: 'module',
    bin: { flotilla: './lib/cli.js' },
    exports: {
      ...Object.fromEntries(
        ENTRIES.map((entry) => [
          `./${entry}`,
          { types: `./types/kit/${entry}.d.ts`, default: `./lib/${entry}.js` },
        ]),
      ),
      './openapi/*': './openapi/*',
      './package.json': './package.json',
    },
    files: ['dashboard', 'lib', 'openapi', 'types', 'CHANGELOG.md'],
    engines: { node: '>=20.19' },
    dependencies: Object.fromEntries(needed.map((each) => [each, versionOf(each)])),
    peerDependencies: PEERS,
    peerDependenciesMeta: Object.fromEntries(Object.keys(PEERS).map((each) => [each, { optional: true }])),
  }
}
