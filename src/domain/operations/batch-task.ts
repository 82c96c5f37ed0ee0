import type { Operation, OperatedDevice, OperationSetting, PerformOptions } from './operation.ts'

/** The fields of a device that every batch needs. */
export interface BatchDevice {
  id: number
  uuid: string
  device_name: string
}

export interface ReadProgress {
  signal: AbortSignal
  onRead: (count: number) => void
}

/** Reads the current data of the selected devices. */
export type ReadDevices<Device> = (progress: ReadProgress) => Promise<readonly Device[]>

/** A task for each of several devices. */
export interface BatchTask<Device extends BatchDevice> {
  /** Why a device is skipped; undefined when it is not. */
  whyNot: (device: Device) => string | undefined
  /** Can override update locks. */
  canForce: boolean
  performance:
    | { kind: 'each'; perform: (device: Device, options: PerformOptions) => Promise<unknown> }
    | {
        kind: 'together'
        perform: (devices: readonly Device[]) => Promise<unknown>
        /** Maximum number of devices per request. */
        groupOf?: (device: Device) => unknown
      }
}

/** An operation with its input, as a task. */
export function operationTask<Input>(
  operation: Operation<Input>,
  input: Input,
  setting: OperationSetting,
): BatchTask<OperatedDevice> {
  const { performance, canForce } = operation
  return {
    whyNot: (device) => operation.whyNot(device, setting),
    canForce,
    performance:
      performance.kind === 'each'
        ? { kind: 'each', perform: (device, options) => performance.perform(device, input, options) }
        : {
            kind: 'together',
            perform: (devices) =>
              performance.perform(
                devices.map(({ id }) => id),
                input,
              ),
          },
  }
}
