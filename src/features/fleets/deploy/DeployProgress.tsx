import { lazy, Suspense } from 'react'
import { numericId } from '@/domain/fleet/fleet-class.ts'
import type { Fleet } from '@/domain/fleet/fleet.queries.ts'
import { withParams } from '@/lib/url-state.ts'
import { useListAddress } from '@/widgets/navigation/use-list-address.ts'

const ProgressDialog = lazy(() =>
  import('./ProgressDialog.tsx').then((loaded) => ({ default: loaded.ProgressDialog })),
)

/** Shows the progress of the build in the address. */
export function DeployProgress({ fleet }: { fleet: Fleet }) {
  const { wanted, change } = useListAddress()
  const releaseId = numericId(wanted.get('deploy') ?? undefined)
  if (releaseId === undefined) return null
  return (
    <Suspense fallback={null}>
      <ProgressDialog
        key={releaseId}
        fleet={fleet}
        releaseId={releaseId}
        onClose={() => change((params) => withParams(params, { deploy: undefined }), { replace: true })}
      />
    </Suspense>
  )
}
