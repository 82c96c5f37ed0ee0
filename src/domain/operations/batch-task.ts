import type { Operation, OperatedDevice, OperationSetting, PerformOptions } from './operation.ts'

/** A device as far as every batch knows it. */
export interface BatchDevice {
  id: number
  uuid: string
  device_name: string
}

/** Something to be done with each of many devices. */
export interface BatchTask<Device extends BatchDevice> {
  /** Why this device is left out; undefined when it is not. */
  whyNot: (device: Device) => string | undefined
  /** Can go past an update lock. */
  canForce: boolean
  performance:
    | { kind: 'each'; perform: (device: Device, options: PerformOptions) => Promise<unknown> }
    | {
        kind: 'together'
        perform: (devices: readonly Device[]) => Promise<unknown>
        /** Devices that one request can name together. */
        groupOf?: (device: Device) => unknown
      }
}

/** An operation with all that it needs, as a task. */
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
