import { useLoaderData, type LoaderFunctionArgs } from 'react-router'
import { LoadError } from '@/domain/screen/LoadError.tsx'
import { configText } from '@/messages/variables.ts'
import { PageFrame } from '@/ui/layout/PageFrame.tsx'
import { ConfigurationScreen } from './ConfigurationScreen.tsx'
import { loadFleetVariables, useFleetOwner } from './variable-page.ts'

export function loader(args: LoaderFunctionArgs) {
  return loadFleetVariables(args, 'configuration')
}

export function Component() {
  const { id } = useLoaderData<typeof loader>()
  return <ConfigurationScreen key={id} {...useFleetOwner(id)} />
}

export function ErrorBoundary() {
  return (
    <PageFrame title={configText.title} hidden>
      <LoadError title={configText.loadFailed} />
    </PageFrame>
  )
}
