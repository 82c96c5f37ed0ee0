import { StrictMode, type ReactNode } from 'react'
import { createRoot } from 'react-dom/client'
import { Splash } from './app/pages/Splash.tsx'
import { StartProblem } from './app/pages/StartProblem.tsx'
import { start } from './app/start.tsx'
import { bootstrap, loadControlPanel } from './bootstrap.ts'
import { ThemeProvider } from './ui/theme/ThemeProvider.tsx'

const element = document.getElementById('root')
if (element === null) throw new Error('index.html has no element with the id "root"')
const root = createRoot(element)
const render = (content: ReactNode) =>
  root.render(
    <StrictMode>
      <ThemeProvider>{content}</ThemeProvider>
    </StrictMode>,
  )

render(<Splash />)
start({ bootstrap, loadControlPanel }).then(
  ({ content }) => render(content),
  (error: unknown) => render(<StartProblem error={error} />),
)
