import { ConfigProblem } from '@/config.ts'
import { pageText } from '@/messages/shell.ts'
import { Button } from '@/ui/Button.tsx'
import { Facts } from '@/ui/Panel.tsx'
import { useDocumentTitle } from '@/ui/PageTitle.tsx'
import { FullPage } from './FullPage.tsx'

/** The whole page when the dashboard cannot start: which key of the configuration is wrong and why, or what broke. */
export function StartProblem({ error }: { error: unknown }) {
  useDocumentTitle(pageText.startProblem)
  return (
    <FullPage wide>
      <h1>{pageText.startProblem}</h1>
      {error instanceof ConfigProblem ? (
        <>
          <p>{pageText.configWhat}</p>
          <Facts
            columns={1}
            facts={[
              ...(error.key === null ? [] : [{ label: pageText.configKey, value: <code>{error.key}</code> }]),
              { label: pageText.configReason, value: error.reason },
              { label: pageText.configSource, value: <code>{error.source}</code> },
            ]}
          />
        </>
      ) : (
        <p role="alert">{error instanceof Error ? error.message : String(error)}</p>
      )}
      <div>
        <Button variant="primary" onClick={() => window.location.reload()}>
          {pageText.refresh}
        </Button>
      </div>
    </FullPage>
  )
}
