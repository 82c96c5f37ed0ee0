import { supervisor, supervisorCalls } from '@/api/supervisor.ts'
import { failureText } from '@/features/device-page/failure-text.ts'
import { operationText } from '@/messages/operations/operations.ts'
import { showToast } from '@/ui/feedback/toasts.ts'

/** Makes the device blink. Harmless, so there is no confirmation. */
export async function identifyDevice({ uuid, device_name }: { uuid: string; device_name: string }) {
  try {
    await supervisor().send(supervisorCalls.identify(uuid))
    showToast({ tone: 'ok', title: operationText.identifySent(device_name) })
  } catch (error) {
    showToast({
      tone: 'bad',
      title: operationText.identifyFailed(device_name),
      detail: failureText(error),
    })
  }
}
