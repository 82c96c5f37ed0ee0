import { useLoaderData, type LoaderFunctionArgs } from 'react-router'
import { variablesText } from '@/messages/variables/variables.ts'
import { PageTitle } from '@/ui/layout/PageTitle.tsx'
import { LoadError } from '@/widgets/query-states/LoadError.tsx'
import { loadDeviceVariables, useRole } from './variable-page.ts'
import { VariablesScreen } from './VariablesScreen.tsx'

export function loader(args: LoaderFunctionArgs) {
  return loadDeviceVariables(args, 'environment')
}

export function Component() {
  const { owner, fleetId } = useLoaderData<typeof loader>()
  return <VariablesScreen key={owner.id} owner={owner} role={useRole(fleetId)} />
}

export function ErrorBoundary() {
  return (
    <>
      <PageTitle title={variablesText.title} hidden />
      <LoadError title={variablesText.loadFailed} />
    </>
  )
}
