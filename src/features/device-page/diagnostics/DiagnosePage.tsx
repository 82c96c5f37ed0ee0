import { useQuery } from '@tanstack/react-query'
import { actionCalls, actionsService } from '@/api/actions.ts'
import { useDevicePage } from '@/features/device-page/device-page.ts'
import { QueryFailure } from '@/features/device-page/QueryFailure.tsx'
import { diagnoseText, diagnosticsText } from '@/messages/device-page/diagnostics.ts'
import { EmptyState } from '@/ui/feedback/EmptyState.tsx'
import { ErrorBanner } from '@/ui/feedback/ErrorBanner.tsx'
import { LoadingRegion, SkeletonLines } from '@/ui/feedback/Skeleton.tsx'
import { PageTitle } from '@/ui/layout/PageTitle.tsx'
import { diagnosticsQuery } from './diagnostics.queries.ts'
import { OutputText } from './OutputText.tsx'
import { ScriptPanel } from './ScriptPanel.tsx'
import { useScript } from './use-script.ts'

export function Component() {
  const page = useDevicePage()
  const { device, situation } = page
  const { data: run, error } = useQuery(diagnosticsQuery(device.uuid))
  const call = actionCalls.runDiagnostics(device.uuid)
  const script = useScript({
    queryKey: diagnosticsQuery(device.uuid).queryKey,
    run: () => actionsService().send(call),
    failedTitle: diagnoseText.runFailed,
  })
  const { stdout, stderr = '' } = run ?? {}
  return (
    <>
      <PageTitle
        hidden
        title={diagnoseText.title}
        documentTitle={diagnosticsText.documentTitle(diagnoseText.title, device.device_name)}
      />
      {error && <QueryFailure error={error} prefixed={diagnoseText.queryFailed} report />}
      <ScriptPanel
        page={page}
        title={diagnoseText.title}
        run={run}
        runLabel={diagnoseText.run}
        onRun={() => script.mutate()}
        call={call}
        file={stdout === undefined ? null : { what: 'diagnostics', text: fileText(stdout, stderr) }}
      >
        {run?.status === 'error' && run.error && <ErrorBanner>{run.error}</ErrorBanner>}
        {stdout !== undefined ? (
          <>
            <OutputText title={diagnoseText.stdout} text={stdout} empty={diagnoseText.empty} />
            <OutputText title={diagnoseText.stderr} text={stderr} empty={diagnoseText.empty} />
          </>
        ) : run || error ? (
          <EmptyState compact title={situation.online ? diagnoseText.noData : diagnoseText.noDataOffline} />
        ) : (
          <LoadingRegion label={diagnoseText.loading}>
            <SkeletonLines lines={8} height={16} />
          </LoadingRegion>
        )}
      </ScriptPanel>
    </>
  )
}

function fileText(stdout: string, stderr: string): string {
  return stderr === '' ? stdout : `${stdout}\n--- ${diagnoseText.stderr} ---\n${stderr}`
}
