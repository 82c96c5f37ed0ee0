import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'
import { largeTowns } from './scripts/large-towns.ts'
import { landOutline } from './scripts/map-data.ts'

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url))
const alias = { '@': at('./src') }
/** The icons as one file: as modules Node would open six thousand, for each file of tests anew. */
const screenAlias = {
  ...alias,
  '@tabler/icons-react': at('./node_modules/@tabler/icons-react/dist/cjs/tabler-icons-react.cjs'),
}
/** Real clients over real sockets, which other tests of a process replace by their own. */
const REAL_SOCKETS = ['mocks/hosts/socket-io.test.ts']
/** Stand-ins for modules that other files of a process have loaded already. */
const WITH_STAND_INS = ['src/features/device-page/terminal/TerminalScreen.test.tsx']
const patience = { testTimeout: 120_000, hookTimeout: 120_000 }
/** Machines are noisy, and these wait for a page or another process; `npm test` names those that needed a second try. */
const secondTry = { retry: 1 }

export default defineConfig({
  test: {
    // Screens wait for timers a quarter of the time, commands for their processes: on two cores, two workers take a third longer
    // than three.
    maxWorkers: 2 * availableParallelism(),
    projects: [
      {
        plugins: [largeTowns, landOutline],
        resolve: { alias },
        test: {
          ...patience,
          name: 'unit',
          environment: 'node',
          // Pure code keeps nothing between files, and loading the mocks anew for each would take longer than its tests.
          isolate: false,
          include: [
            '{simulator,mocks,kit,scripts}/**/*.test.ts',
            'src/**/*.test.ts',
            'tests/{contract,repository}/**/*.test.ts',
          ],
          exclude: REAL_SOCKETS,
        },
      },
      {
        plugins: [largeTowns, landOutline],
        resolve: { alias: screenAlias },
        test: {
          ...patience,
          name: 'components',
          environment: 'jsdom',
          // A page of their own for each file would take longer than its tests.
          isolate: false,
          include: ['src/**/*.test.tsx'],
          exclude: WITH_STAND_INS,
          setupFiles: ['tests/screens/setup.ts', 'tests/screens/no-toasts.ts'],
        },
      },
      {
        plugins: [largeTowns, landOutline],
        resolve: { alias: screenAlias },
        test: {
          ...patience,
          ...secondTry,
          name: 'screens',
          environment: 'jsdom',
          // One process loads the libraries once; `reset-modules.ts` has all of the project loaded anew for each file.
          isolate: false,
          restoreMocks: true,
          unstubGlobals: true,
          include: ['tests/screens/**/*.test.{ts,tsx}', ...WITH_STAND_INS],
          setupFiles: ['tests/screens/reset-modules.ts', 'tests/screens/setup.ts'],
        },
      },
      {
        test: {
          ...patience,
          ...secondTry,
          name: 'clients',
          environment: 'node',
          include: ['tests/clients/**/*.test.ts', ...REAL_SOCKETS],
          exclude: ['tests/clients/cli/**'],
        },
      },
      {
        test: {
          // Installs packages, and runs other test runners.
          testTimeout: 180_000,
          hookTimeout: 300_000,
          name: 'kit',
          environment: 'node',
          include: ['tests/kit/*.test.ts'],
        },
      },
      {
        test: {
          ...secondTry,
          // Dozens of commands one after another, on a machine that may be busy.
          testTimeout: 180_000,
          hookTimeout: 180_000,
          name: 'cli',
          environment: 'node',
          include: ['tests/clients/cli/*.test.ts'],
          globalSetup: ['tests/clients/cli/install.ts'],
          // Their commands run in processes of their own.
          maxConcurrency: 2,
        },
      },
    ],
  },
})
