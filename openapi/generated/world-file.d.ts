// Made by `npm run contract` from openapi/. Do not edit.
export type paths = Record<string, never>;
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        /** World of Flotilla */
        WorldFile: {
            /** @enum {string} */
            extends?: "acme-logistics";
            title?: string;
            about?: string;
            seed?: number;
            at?: string;
            organization?: {
                name: string;
                handle?: string;
                industry?: string;
                website?: string;
                logo?: string;
                accent?: string;
            };
            organizations?: {
                name: string;
                handle?: string;
                /** @enum {string} */
                plan?: "free" | "prototype-v2" | "pilot-v2" | "production-v2" | "enterprise-v2";
            }[];
            people?: {
                name: string;
                username?: string;
                /** @enum {string} */
                role: "administrator" | "developer" | "safe-developer" | "operator" | "safe-operator" | "observer" | "member";
                fleets?: string[];
                organizations?: string[];
            }[];
            teams?: {
                name: string;
                organization?: string;
                members?: string[];
                /** @enum {string} */
                role: "developer" | "safe-developer" | "operator" | "safe-operator" | "observer";
                fleets?: string[];
            }[];
            fleets?: {
                name: string;
                /** @enum {string} */
                type?: "raspberrypi5" | "raspberrypi4-64" | "raspberrypi0-2w-64" | "raspberrypi3" | "raspberry-pi" | "jetson-orin-nano" | "intel-nuc" | "generic-amd64" | "beaglebone-black";
                organization?: string;
                /** @enum {string} */
                class?: "fleet" | "app" | "block";
                age?: string;
                tags?: {
                    [key: string]: string;
                };
                variables?: {
                    [key: string]: string;
                };
                configuration?: {
                    [key: string]: string;
                };
                repository?: string;
                services?: {
                    name: string;
                    /** @enum {string} */
                    kind: "sensor" | "uplink" | "dashboard" | "watchdog" | "camera" | "database" | "worker";
                    size: number;
                    logs?: {
                        lines: (string | {
                            text: string;
                            every?: string;
                            /** @enum {string} */
                            level?: "info" | "warning" | "error";
                        })[];
                        start?: string[];
                        crash?: string[];
                        full?: string;
                    };
                    base?: number;
                    /** @enum {string} */
                    strategy?: "download-then-kill" | "kill-then-download" | "delete-then-download" | "hand-over";
                }[];
                releases?: {
                    version: string;
                    age?: string;
                    /** @enum {string} */
                    status?: "success" | "failed" | "running" | "cancelled";
                    draft?: boolean;
                    invalidated?: string;
                    note?: string;
                    knownIssues?: string;
                    tags?: {
                        [key: string]: string;
                    };
                    by?: string;
                    rejects?: number;
                    aborts?: number;
                    crashLoops?: number;
                }[];
                target?: string;
                pinned?: boolean;
                places?: (("ams" | "rot" | "ham" | "ant" | "lyo" | "mil" | "mad" | "waw" | "vie" | "zrh" | "prg" | "ber" | "oma" | "dsm" | "ywg") | string | {
                    code: string;
                    name: string;
                    latitude: number;
                    longitude: number;
                })[];
                devices?: {
                    count: number;
                    name?: string;
                    /** @enum {string} */
                    type?: "raspberrypi5" | "raspberrypi4-64" | "raspberrypi0-2w-64" | "raspberrypi3" | "raspberry-pi" | "jetson-orin-nano" | "intel-nuc" | "generic-amd64" | "beaglebone-black";
                    names?: string;
                    personas?: ("steady" | "flaky" | "slow" | "dying-card" | "runaway-memory" | "hot" | "asleep" | "never-seen" | "undervolted" | "flapping" | "api-blocked" | "filling" | "wrong-clock" | "provisioning-refused" | "no-registry" | "busy" | "nano-clock") | {
                        [key: string]: number;
                    };
                    running?: string | {
                        [key: string]: number;
                    };
                    os?: string | {
                        [key: string]: number;
                    };
                    supervisor?: string | {
                        [key: string]: number;
                    };
                    locked?: number;
                    updating?: boolean | ("downloading" | "installing");
                    tags?: {
                        key: string;
                        value?: string;
                        values?: {
                            [key: string]: number;
                        };
                        cycle?: number;
                        every?: number;
                    }[];
                    /** @constant */
                    exact?: true;
                    /** @enum {string} */
                    connection?: "connected" | "api-only" | "vpn-only" | "away";
                    since?: string[];
                    usage?: {
                        cpu?: number[];
                        memory?: number[];
                        storage?: number[];
                        temperature?: number[];
                    };
                    pinned?: string;
                    /** @constant */
                    inactive?: true;
                    places?: {
                        [key: string]: number;
                    };
                }[];
            }[];
            problems?: ({
                /** @constant */
                kind: "outage";
                fleet: string;
                places?: string[];
                share?: number;
                at: string;
                lasts?: string;
            } | {
                /** @constant */
                kind: "lock";
                fleet: string;
                places?: string[];
                share?: number;
                at: string;
                service: string;
                lasts?: string;
            } | {
                /** @constant */
                kind: "release";
                fleet: string;
                version: string;
                at: string;
            })[];
            billing?: {
                /** @enum {string} */
                plan?: "free" | "prototype-v2" | "pilot-v2" | "production-v2" | "enterprise-v2";
                owedDays?: number;
            };
        };
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type WorldFile = components['schemas']['WorldFile'];
export type $defs = Record<string, never>;
export type operations = Record<string, never>;
