/** Only compiled, never run: the response types that the query client infers from the generated `Model`. */
import type { ODataOptions, OptionsToResponse, PinejsClientCore, Resource } from 'pinejs-client-core'
import type { Model } from '../../openapi/generated/resources.d.ts'

type Equal<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false
type Flat<T> = T extends (infer Row)[]
  ? Flat<Row>[]
  : T extends object
    ? { [Key in keyof T]: Flat<T[Key]> }
    : T
type Assert<T extends true> = T
type Rows<Name extends keyof Model, Options extends ODataOptions<Model[Name]['Read']>> = Flat<
  OptionsToResponse<Model[Name]['Read'], Options, undefined>
>

/** Every resource has the shape that the client requires. */
export type EveryResourceFits = Assert<Model[keyof Model] extends Resource ? true : false>

/** A selected field has its type, an enumeration its values, a relation its reference. */
export type SelectedFields = Assert<
  Equal<
    Rows<
      'device',
      { $select: ['id', 'device_name', 'cpu_usage', 'api_heartbeat_state', 'belongs_to__application'] }
    >,
    {
      id: number
      device_name: string
      cpu_usage: number | null
      api_heartbeat_state: 'online' | 'offline' | 'timeout' | 'unknown'
      belongs_to__application: { __id: number } | null
    }[]
  >
>

/** An expansion is an array of the selected fields; for a to-one relation with at most one item. */
export type NestedExpansions = Assert<
  Equal<
    Rows<
      'device',
      {
        $select: ['uuid']
        $expand: {
          device_tag: { $select: ['tag_key', 'value'] }
          image_install: {
            $select: 'status'
            $expand: {
              installs__image: {
                $expand: { is_a_build_of__service: { $select: 'service_name' } }
                $select: 'id'
              }
            }
          }
        }
      }
    >,
    {
      uuid: string
      device_tag: { tag_key: string; value: string }[]
      image_install: {
        status: Model['image_install']['Read']['status']
        installs__image: { id: number; is_a_build_of__service: { service_name: string }[] }[]
      }[]
    }[]
  >
>

/** An expanded count is a number. */
export type ExpandedCount = Assert<
  Equal<
    Rows<
      'application',
      { $select: ['app_name']; $expand: { owns__device: { $count: { $filter: { is_online: true } } } } }
    >,
    { app_name: string; owns__device: number }[]
  >
>

/** A read by key returns one row or undefined; a count is a number. */
export type OneRow = Assert<
  Equal<
    Flat<OptionsToResponse<Model['release']['Read'], { $select: ['raw_version'] }, number>>,
    { raw_version: string } | undefined
  >
>
export type Counted = Assert<
  Equal<OptionsToResponse<Model['device']['Read'], { $count: object }, undefined>, number>
>

/** Unknown names are type errors, in reads and writes. */
export function refused(client: PinejsClientCore<Model>) {
  // @ts-expect-error A device has no colour.
  void client.get({ resource: 'device', options: { $select: ['colour'] } })
  // @ts-expect-error A device's status is computed by the server.
  void client.patch({ resource: 'device', id: 1, body: { overall_status: 'operational' } })
  // @ts-expect-error Only cpu_usage and its like are numbers.
  void client.post({ resource: 'device', body: { device_name: 7 } })
  return client.patch({
    resource: 'device',
    id: { uuid: 'ab' },
    body: { is_pinned_on__release: null, note: 'x' },
  })
}
