import { useLoaderData, type LoaderFunctionArgs } from 'react-router'
import { configText } from '@/messages/variables/variables.ts'
import { PageTitle } from '@/ui/layout/PageTitle.tsx'
import { LoadError } from '@/widgets/query-states/LoadError.tsx'
import { ConfigurationScreen } from './ConfigurationScreen.tsx'
import { loadDeviceVariables, useRole } from './variable-page.ts'

export function loader(args: LoaderFunctionArgs) {
  return loadDeviceVariables(args, 'configuration')
}

export function Component() {
  const { owner, fleetId } = useLoaderData<typeof loader>()
  return <ConfigurationScreen key={owner.id} owner={owner} role={useRole(fleetId)} />
}

export function ErrorBoundary() {
  return (
    <>
      <PageTitle title={configText.title} hidden />
      <LoadError title={configText.loadFailed} />
    </>
  )
}
