import { withParams } from '@/lib/url-state.ts'
import { useListAddress } from '@/widgets/navigation/use-list-address.ts'

/** Whether the URL opens the dialog that adds a device, and functions to open and close it. */
export function useAddDevice() {
  const { wanted, change } = useListAddress()
  return {
    isOpen: wanted.get('add') === 'device',
    open: () => change((params) => withParams(params, { add: 'device' })),
    close: () => change((params) => withParams(params, { add: undefined }), { replace: true }),
  }
}
