import { withParams } from '../../lib/url-state.ts'
import { useListAddress } from '../navigation/use-list-address.ts'

/** Whether the address says that the dialog which adds a device is open, and how to open and close it where one is. */
export function useAddDevice() {
  const { wanted, change } = useListAddress()
  return {
    isOpen: wanted.get('add') === 'device',
    open: () => change((params) => withParams(params, { add: 'device' })),
    close: () => change((params) => withParams(params, { add: undefined }), { replace: true }),
  }
}
