import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

const alias = { '@': fileURLToPath(new URL('./src', import.meta.url)) }
const patience = { testTimeout: 120_000, hookTimeout: 120_000 }

export default defineConfig({
  test: {
    // One worker a core: the default leaves one core to nobody.
    maxWorkers: '100%',
    projects: [
      {
        resolve: { alias },
        test: {
          ...patience,
          name: 'unit',
          environment: 'node',
          include: [
            '{simulator,mocks,scripts}/**/*.test.ts',
            'src/**/*.test.ts',
            'tests/{contract,repository}/**/*.test.ts',
          ],
        },
      },
      {
        resolve: { alias },
        test: {
          ...patience,
          name: 'screens',
          environment: 'jsdom',
          include: ['src/**/*.test.tsx', 'tests/screens/**/*.test.{ts,tsx}'],
          setupFiles: ['tests/screens/setup.ts'],
        },
      },
      {
        test: {
          ...patience,
          name: 'clients',
          environment: 'node',
          include: ['tests/clients/**/*.test.ts'],
          exclude: ['tests/clients/cli/**'],
        },
      },
      {
        test: {
          // Dozens of processes one after another, on a machine that may be busy.
          testTimeout: 180_000,
          hookTimeout: 180_000,
          name: 'cli',
          environment: 'node',
          include: ['tests/clients/cli/*.test.ts'],
          globalSetup: ['tests/clients/cli/install.ts'],
          // Each command is a process that takes half a second of a core.
          maxConcurrency: 2,
        },
      },
    ],
  },
})
