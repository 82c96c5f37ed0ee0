import { useLoaderData, type LoaderFunctionArgs } from 'react-router'
import { LoadError } from '@/domain/screen/LoadError.tsx'
import { variablesText } from '@/messages/variables.ts'
import { PageTitle } from '@/ui/layout/PageTitle.tsx'
import { VariablesScreen } from './VariablesScreen.tsx'
import { loadDeviceVariables, useRole } from './variable-page.ts'

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
