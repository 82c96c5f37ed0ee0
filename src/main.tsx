import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { showAnswersTogether } from './api/shown-together.ts'
import { StartUp } from './app/pages/StartUp.tsx'
import { onRecoverableError } from './app/recovered-errors.ts'
import { DEVELOPMENT_LIMIT_MS, LIMIT_MS, startUp } from './app/start-up.ts'
import { start } from './app/start.tsx'
import { bootstrap, loadControlPanel } from './bootstrap.ts'
import { standInForStorage } from './lib/storage-check.ts'
import { guardSinks } from './lib/trusted-types.ts'
import { ThemeProvider } from './ui/theme/ThemeProvider.tsx'

standInForStorage()
guardSinks()
showAnswersTogether()
const element = document.getElementById('root')
if (element === null) throw new Error('index.html has no element with the id "root"')
const root = createRoot(element, { onRecoverableError })

startUp(
  (options) => start({ bootstrap, loadControlPanel }, options),
  (state) =>
    root.render(
      <StrictMode>
        <ThemeProvider>
          <StartUp state={state} />
        </ThemeProvider>
      </StrictMode>,
    ),
  import.meta.env.DEV ? DEVELOPMENT_LIMIT_MS : LIMIT_MS,
)
