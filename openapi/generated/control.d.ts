// Made by `npm run contract` from openapi/. Do not edit.
export interface paths {
    "/__flotilla/ready": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Check whether a world is open
         * @description For scripts that wait for the start. Any machine may ask.
         */
        get: operations["control.readReady"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/__flotilla/external-devices": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the devices that are not simulated
         * @description Devices whose own keys are used, by hardware or by another client. Any machine may ask.
         */
        get: operations["control.listExternalDevices"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/__flotilla/state": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read which world is open */
        get: operations["control.readState"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/__flotilla/clock": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Move the clock */
        post: operations["control.moveClock"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/__flotilla/reset": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Open a world, or the same one again */
        post: operations["control.openWorld"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/__flotilla/world": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read the world file of the world that is open */
        get: operations["control.readWorldFile"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/__flotilla/towns": {
        parameters: {
            query: {
                /** @description Up to 60 names; a region or country can follow in brackets, as in Springfield (Illinois). */
                name: string[];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Find towns of the gazetteer, for places of world files */
        get: operations["control.findTowns"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/__flotilla/next": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read the next notable event */
        get: operations["control.readNext"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/__flotilla/timeline": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read the snapshots, actions and emails of the world */
        get: operations["control.readTimeline"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/__flotilla/changes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the changes made by users and clients on the platform */
        get: operations["control.listChanges"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/__flotilla/snapshots": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Take a snapshot of the world */
        post: operations["control.takeSnapshot"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/__flotilla/moments": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * The former name of `POST /__flotilla/snapshots`
         * @deprecated
         */
        post: operations["control.keepMoment"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/__flotilla/rewind": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Go back to a snapshot or an earlier time */
        post: operations["control.rewind"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/__flotilla/fingerprint": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read the fingerprint of the world */
        get: operations["control.readFingerprint"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/__flotilla/session-file": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read the session so far as a session file */
        get: operations["control.readSessionFile"];
        put?: never;
        /** Replace the world with a session file */
        post: operations["control.openSessionFile"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/__flotilla/bundle": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The former name of `GET /__flotilla/session-file`
         * @deprecated
         */
        get: operations["control.exportSession"];
        put?: never;
        /**
         * The former name of `POST /__flotilla/session-file`
         * @deprecated
         */
        post: operations["control.openSession"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/__flotilla/faults": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the active faults */
        get: operations["control.listFaults"];
        put?: never;
        /** Add a fault */
        post: operations["control.addFault"];
        /** Clear all faults */
        delete: operations["control.clearFaults"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/__flotilla/faults/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Of the fault. */
                id: number;
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Remove a fault */
        delete: operations["control.removeFault"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/__flotilla/fleets": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the fleets that a device can join */
        get: operations["control.listFleets"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/__flotilla/fleet-history": {
        parameters: {
            query: {
                /** @description The ids of up to 50 fleets, separated by commas. */
                fleet: string;
                /** @description How far back; default 24. */
                hours?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read how many devices of fleets had each status over time, and what happened to them */
        get: operations["control.readFleetHistory"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/__flotilla/fleet-statuses": {
        parameters: {
            query: {
                /** @description The id of a fleet. */
                fleet: number;
                /** @description A time of the last 168 hours, or of the hour before: the first point of a history read a while ago. */
                at: components["schemas"]["Instant"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read which devices of a fleet had which status at a time in the past */
        get: operations["control.readFleetStatuses"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/__flotilla/devices": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Power on a new device with the image of a fleet */
        post: operations["control.startDevice"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/__flotilla/devices/{device}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The uuid or the name. */
                device: string;
            };
            cookie?: never;
        };
        /** Explain the state of a device */
        get: operations["control.explainDevice"];
        put?: never;
        /** Power on a preregistered device, disconnect a device, or lock its updates */
        post: operations["control.changeDevice"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/__flotilla/metrics/{device}": {
        parameters: {
            query?: {
                /** @description The first time; an hour before the last one when absent. */
                from?: components["schemas"]["Instant"];
                /** @description The last time; now when absent. */
                to?: components["schemas"]["Instant"];
            };
            header?: never;
            path: {
                /** @description The uuid or the name. */
                device: string;
            };
            cookie?: never;
        };
        /** Read the metrics of a device */
        get: operations["control.readMetrics"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/__flotilla/stats": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read statistics of the world */
        get: operations["control.readStats"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/__flotilla/figures": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The former name of `GET /__flotilla/stats`
         * @deprecated
         */
        get: operations["control.readFigures"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/__flotilla/people": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the demo users of the world */
        get: operations["control.listPeople"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/__flotilla/emails": {
        parameters: {
            query?: {
                /** @description Only emails to this address. */
                to?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the emails that were sent */
        get: operations["control.listEmails"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/__flotilla/mailbox": {
        parameters: {
            query?: {
                /** @description Only emails to this address. */
                to?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The former name of `GET /__flotilla/emails`
         * @deprecated
         */
        get: operations["control.readMail"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/__flotilla/requests": {
        parameters: {
            query?: {
                /** @description Only requests after this number. */
                after?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the latest requests */
        get: operations["control.listRequests"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/__flotilla/requests/{n}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Of the request. */
                n: number;
            };
            cookie?: never;
        };
        /** Read one request with its bodies */
        get: operations["control.readRequest"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/__flotilla/journal": {
        parameters: {
            query?: {
                /** @description Only requests after this number. */
                after?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The former name of `GET /__flotilla/requests`
         * @deprecated
         */
        get: operations["control.listJournal"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/__flotilla/journal/{n}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Of the request. */
                n: number;
            };
            cookie?: never;
        };
        /**
         * The former name of `GET /__flotilla/requests/{n}`
         * @deprecated
         */
        get: operations["control.readJournalEntry"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/__flotilla/sign-in/{party}": {
        parameters: {
            query: {
                /** @description The URL to return to. */
                return_to: string;
                /** @description Returned unchanged. */
                state?: string;
                /** @description With saml: its identifier. */
                identity_provider?: string;
            };
            header?: never;
            path: {
                /** @description github, google or saml. */
                party: string;
            };
            cookie?: never;
        };
        /** The sign-in page of a simulated third party */
        get: operations["control.readSignInPage"];
        put?: never;
        /** Approve or refuse a sign-in at a simulated third party */
        post: operations["control.answerSignIn"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/__flotilla/support-portal": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Open the simulated support portal with the token of a user */
        post: operations["control.openSupportPortal"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        Town: {
            name: string;
            country: string;
            /** @description Empty if it is unknown. */
            region: string;
            latitude: number;
            longitude: number;
        };
        TownAnswer: {
            name: string;
            town: null | components["schemas"]["Town"];
            /** @description Without a town: the name that was probably meant. */
            suggestion: string | null;
        };
        ScenarioSummary: {
            name: string;
            title: string;
            /** @description One sentence about its content. */
            description: string;
            people: string[];
            /** @description About how many. */
            devices: number;
            tags: string[];
        };
        WorldState: {
            /** @description Machine name, such as release-day. */
            scenario: string;
            /** @enum {unknown} */
            platform: "hosted" | "open";
            title: string;
            /** @description The content of the scenario. */
            description: string;
            seed: number;
            devices: number;
            /**
             * Format: date-time
             * @description The simulated clock.
             */
            now: string;
            /** @description Simulated milliseconds for each real one; 0 is paused. */
            speed: number;
            /** @description The colour of its organization; absent when that has none. */
            accent?: string;
            /** @description Present and true while sessions end after 36 hours of the simulated clock, and not only of real time. */
            sessionsExpire?: boolean;
            scenarios: components["schemas"]["ScenarioSummary"][];
        };
        ClockAnswer: {
            scenario: string;
            /** @enum {unknown} */
            platform: "hosted" | "open";
            title: string;
            description: string;
            seed: number;
            devices: number;
            /** Format: date-time */
            now: string;
            speed: number;
            accent?: string;
            sessionsExpire?: boolean;
            scenarios: components["schemas"]["ScenarioSummary"][];
            happened: null | components["schemas"]["WorldEvent"];
        };
        WorldEvent: {
            /** Format: date-time */
            at: string;
            /** @description A sentence. */
            text: string;
            /** @description Uuid of the device that it happened to. */
            device?: string;
        };
        /**
         * a time such as 2026-11-20T14:00Z
         * @description A date of ISO 8601, or milliseconds since 1970.
         */
        Instant: string | number;
        ClockMove: {
            speed?: number;
            advanceMs?: number;
            to?: components["schemas"]["Instant"];
            /** @constant */
            next?: true;
            /** @description Whether sessions also end after 36 hours of the simulated clock. Off by default: real clients compare the times of a token with their own clock, and a fast world would sign everybody out within seconds. */
            sessionsExpire?: boolean;
        };
        WorldReset: {
            scenario?: string;
            /** @enum {unknown} */
            platform?: "hosted" | "open";
            seed?: number;
            devices?: number;
            at?: components["schemas"]["Instant"];
            worldFile?: components["schemas"]["WorldFile"];
        };
        /** @description A world of one's own, in place of a named scenario, as docs/world.schema.json has it. */
        WorldFile: {
            [key: string]: unknown;
        };
        RewindTarget: {
            snapshot?: number;
            /**
             * @deprecated
             * @description The former name of `snapshot`.
             */
            moment?: number;
            to?: components["schemas"]["Instant"];
        };
        Replayed: {
            scenario: string;
            /** @enum {unknown} */
            platform: "hosted" | "open";
            title: string;
            description: string;
            seed: number;
            devices: number;
            /** Format: date-time */
            now: string;
            speed: number;
            accent?: string;
            scenarios: components["schemas"]["ScenarioSummary"][];
            diverged: components["schemas"]["Diverged"][];
            /** @description Whether the world equals that of the session file; null when nothing was compared. */
            isSame: boolean | null;
        };
        Diverged: {
            /** Format: date-time */
            at: string;
            method: string;
            path: string;
            /** @description 0: it could not be replayed, because its body was not recorded. */
            status: number;
        };
        WorldSnapshot: {
            id: number;
            /** Format: date-time */
            at: string;
            /** @enum {unknown} */
            reason: "interval" | "jump" | "change" | "rewind" | "asked";
            /** @description A rewind starts a new branch. */
            branch: number;
            bytes: number;
        };
        PlatformChange: {
            /** Format: date-time */
            at: string;
            /** @description The username of a person with a session. */
            as: string | null;
            /** @description The id of the API key that asked. */
            key: number | null;
            /** @enum {unknown} */
            method: "POST" | "PUT" | "PATCH" | "DELETE";
            /** @description With its query. */
            path: string;
            /** @description As it was sent; null without one, and for one that is binary or large. */
            body: string | null;
        };
        TimelineMark: {
            /** Format: date-time */
            at: string;
            /**
             * @description `letter` is the former name of `email`, in the deprecated `happenings` only.
             * @enum {unknown}
             */
            kind: "request" | "clock" | "fault" | "device" | "email" | "letter";
            text: string;
        };
        Timeline: {
            /** Format: date-time */
            openedAt: string;
            /** Format: date-time */
            now: string;
            branch: number;
            snapshots: components["schemas"]["WorldSnapshot"][];
            /**
             * @deprecated
             * @description The former name of `snapshots`.
             */
            moments: components["schemas"]["WorldSnapshot"][];
            /**
             * @deprecated
             * @description The former name of `actions`.
             */
            happenings: components["schemas"]["TimelineMark"][];
            actions: components["schemas"]["TimelineMark"][];
        };
        /** @enum {unknown} */
        FaultKind: "status" | "latency" | "truncate" | "drop-stream" | "drop-socket" | "stale-read" | "network" | "lost-answer" | "outage";
        /** @enum {unknown} */
        FaultSpread: "fixed" | "uniform" | "normal" | "long-tail";
        NewFault: {
            /**
             * a method and a path such as GET /v7/*
             * @description Method and path with * for anything; every request when left out of an outage.
             */
            route?: string;
            kind: components["schemas"]["FaultKind"];
            /** @description With kind status: of the answer. */
            status?: number;
            /** @description Seconds, for status 429 and 503. */
            retryAfter?: number;
            /** @description Milliseconds of real time: the wait of latency, the lag of stale-read, the length of an outage. */
            ms?: number;
            /** @description With latency: the longest wait where it is spread. */
            maxMs?: number;
            spread?: components["schemas"]["FaultSpread"];
            /** @description How much of a body, stream or socket still arrives, with truncate and the two that drop. */
            bytes?: number;
            /** @description How many requests it affects before it ends; unlimited when absent. */
            times?: number;
            /** @description Share of affected requests, from 0 to 1; all when absent. */
            rate?: number;
            devices?: (number | string)[];
        };
        Fault: {
            id: number;
            /** @description Method and path with * for anything, such as GET /v7/*. */
            route: string;
            kind: components["schemas"]["FaultKind"];
            /** @description With kind status: of the answer. */
            status?: number;
            /** @description Seconds, for status 429 and 503. */
            retryAfter?: number;
            /** @description Milliseconds of real time: the wait of latency, the lag of stale-read, the length of an outage. */
            ms?: number;
            /** @description With latency: the longest wait where it is spread. */
            maxMs?: number;
            spread?: components["schemas"]["FaultSpread"];
            /** @description How much of a body, stream or socket still arrives, with truncate and the two that drop. */
            bytes?: number;
            /** @description How many requests it affects before it ends; unlimited when absent. */
            times?: number;
            /** @description Share of affected requests, from 0 to 1; all when absent. */
            rate?: number;
            devices?: number[];
        };
        SessionFault: {
            /** a method and a path such as GET /v7/* */
            route: string;
            kind: components["schemas"]["FaultKind"];
            status?: number;
            retryAfter?: number;
            ms?: number;
            maxMs?: number;
            spread?: components["schemas"]["FaultSpread"];
            bytes?: number;
            times?: number;
            rate?: number;
            devices?: number[];
        };
        Action: {
            /** Format: date-time */
            at: string;
            as?: string;
            key?: number;
            /** an HTTP method */
            method: string;
            /** a path */
            path: string;
            origin?: string;
            type?: string;
            body?: string;
            /** @constant */
            isBase64?: true;
            /** @constant */
            isOmitted?: true;
        };
        SessionFile: {
            /** @constant */
            format: "flotilla-session";
            /** @constant */
            version: 1;
            scenario: string;
            /** @enum {unknown} */
            platform?: "hosted" | "open";
            seed: number;
            /** @description The requested number; absent when the scenario decided. */
            devices?: number;
            worldFile?: components["schemas"]["WorldFile"];
            /** Format: date-time */
            openedAt: string;
            /** Format: date-time */
            now: string;
            speed: number;
            faults: components["schemas"]["SessionFault"][];
            actions: components["schemas"]["Action"][];
            /** @description The fingerprint of the world at the end. A replay that ends with another one has diverged. */
            fingerprint: string;
        };
        DeviceChange: {
            /** @enum {unknown} */
            link?: "up" | "down";
            /** @enum {unknown} */
            contact?: "cloudlink" | "polls" | "tunnel" | "away";
            lock?: string | null;
            /** @constant */
            power?: "on";
        };
        NewMachine: {
            /** @description Id or slug. */
            fleet: number | string;
            /** @description Slug; that of the fleet when left out. */
            deviceType?: string;
            osVersion?: string;
            /** @enum {unknown} */
            variant?: "prod" | "dev";
        };
        PoweredOn: {
            id: number;
            uuid: string;
            name: string;
        };
        JoinableFleet: {
            id: number;
            slug: string;
            deviceType: string;
            devices: number;
        };
        FleetHistory: {
            fleet: number;
            /**
             * Format: date-time
             * @description The first time.
             */
            from: string;
            /** @description From one time to the next, in milliseconds. */
            everyMs: number;
            /** @description For each status the number of devices at each time. */
            statuses: {
                [key: string]: number[];
            };
            events: components["schemas"]["FleetEvent"][];
            /** @description Devices that lost contact at least three times since then, those with most losses first. */
            flapping: components["schemas"]["FlappingDevice"][];
        };
        FlappingDevice: {
            uuid: string;
            /** @description How often it lost contact. */
            losses: number;
        };
        FleetStatuses: {
            fleet: number;
            /** Format: date-time */
            at: string;
            /** @description For each status the number of devices. */
            statuses: {
                [key: string]: number;
            };
            /** @description The worst first; at most 200. */
            devices: components["schemas"]["PastDevice"][];
        };
        PastDevice: {
            uuid: string;
            /** @description As it is called now. */
            name: string;
            status: string;
        };
        /** @description Something that happened to many devices of a fleet at once. */
        FleetEvent: {
            /** Format: date-time */
            at: string;
            /** @enum {string} */
            kind: "target" | "outage" | "os-update";
            /** @description The release that became the target. */
            release?: number;
            /** @description How many devices. */
            devices?: number;
            /**
             * Format: date-time
             * @description When the last device of an outage was back; null if it is not over.
             */
            until?: string | null;
            /** @description The version of an OS update. */
            version?: string;
        };
        EventCause: {
            n: number;
            /** Format: date-time */
            at: string;
            kind: string;
            text: string;
            /** @description The number of the event that caused it; null for a first cause. */
            because: number | null;
        };
        Reason: {
            about: string;
            is: string;
            chain: components["schemas"]["ReasonCause"][];
        };
        ReasonCause: {
            /**
             * Format: date-time
             * @description null for a permanent state.
             */
            at: string | null;
            kind: string;
            text: string;
        };
        Explanation: {
            uuid: string;
            name: string;
            status: string;
            /** @description Preregistered; it can be powered on. */
            isSilent: boolean;
            chain: components["schemas"]["EventCause"][];
            lately: components["schemas"]["EventCause"][];
            reasons: components["schemas"]["Reason"][];
        };
        Measured: {
            /** Format: date-time */
            at: string;
            cpu_usage: number;
            cpu_temp: number;
            memory_usage: number;
            memory_total: number;
            storage_usage: number;
            storage_total: number;
        };
        WorldStats: {
            devices: number;
            fleets: number;
            byStatus: {
                [key: string]: number;
            };
            /** @description Since the world was opened. */
            events: number;
            requests: number;
            actions: number;
            snapshots: number;
            /** @description Approximate memory of the world; null before the first snapshot. */
            worldBytes: number | null;
            /** @description Approximate memory of all snapshots. */
            snapshotBytes: number;
            /** @description Beyond it, older snapshots are dropped. */
            maxSnapshotBytes: number;
            /**
             * @deprecated
             * @description The former name of `snapshots`.
             */
            moments: number;
            /**
             * @deprecated
             * @description The former name of `snapshotBytes`.
             */
            momentBytes: number;
            /**
             * @deprecated
             * @description The former name of `maxSnapshotBytes`.
             */
            mostMomentBytes: number;
        };
        DemoUser: {
            username: string;
            name: string;
            email: string;
            role: string;
            password: string;
            /** @description Whether the scenario is about this user. */
            isTelling: boolean;
            lacks: string[];
        };
        Email: {
            id: number;
            /** Format: date-time */
            at: string;
            to: string;
            subject: string;
            text: string;
            /** @description A path of the dashboard. */
            link: string;
            token: string;
        };
        RequestLogEntry: {
            n: number;
            /** Format: date-time */
            at: string;
            method: string;
            path: string;
            origin: string;
            /** @description 0: no response. */
            status: number;
            /** @description Real milliseconds. */
            ms: number;
        };
        RequestLogDetail: {
            n: number;
            /** Format: date-time */
            at: string;
            method: string;
            path: string;
            origin: string;
            status: number;
            ms: number;
            requestType: string | null;
            requestBody: string | null;
            responseType: string | null;
            responseBody: string | null;
            problems: string[] | null;
        };
        SignInQuestion: {
            party: string;
            /** @description GitHub, Google, or the identifier of the identity provider. */
            title: string;
            returnTo: string;
            state: string | null;
            people: string[];
        };
        SignInDecision: {
            /** @enum {unknown} */
            decision: "approve" | "refuse";
            email?: string;
        };
        PortalVisit: {
            token: string;
            return_to?: string;
        };
        PortalVisitor: {
            name: string;
            email: string;
            returnTo: string | null;
        };
    };
    responses: {
        /** @description The request is invalid; the text explains why. */
        Refused: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": string;
            };
        };
        /** @description The request is from another machine. */
        Forbidden: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": string;
            };
        };
        /** @description It does not exist. */
        Unknown: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": string;
            };
        };
    };
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type Town = components['schemas']['Town'];
export type TownAnswer = components['schemas']['TownAnswer'];
export type ScenarioSummary = components['schemas']['ScenarioSummary'];
export type WorldState = components['schemas']['WorldState'];
export type ClockAnswer = components['schemas']['ClockAnswer'];
export type WorldEvent = components['schemas']['WorldEvent'];
export type Instant = components['schemas']['Instant'];
export type ClockMove = components['schemas']['ClockMove'];
export type WorldReset = components['schemas']['WorldReset'];
export type WorldFile = components['schemas']['WorldFile'];
export type RewindTarget = components['schemas']['RewindTarget'];
export type Replayed = components['schemas']['Replayed'];
export type Diverged = components['schemas']['Diverged'];
export type WorldSnapshot = components['schemas']['WorldSnapshot'];
export type PlatformChange = components['schemas']['PlatformChange'];
export type TimelineMark = components['schemas']['TimelineMark'];
export type Timeline = components['schemas']['Timeline'];
export type FaultKind = components['schemas']['FaultKind'];
export type FaultSpread = components['schemas']['FaultSpread'];
export type NewFault = components['schemas']['NewFault'];
export type Fault = components['schemas']['Fault'];
export type SessionFault = components['schemas']['SessionFault'];
export type Action = components['schemas']['Action'];
export type SessionFile = components['schemas']['SessionFile'];
export type DeviceChange = components['schemas']['DeviceChange'];
export type NewMachine = components['schemas']['NewMachine'];
export type PoweredOn = components['schemas']['PoweredOn'];
export type JoinableFleet = components['schemas']['JoinableFleet'];
export type FleetHistory = components['schemas']['FleetHistory'];
export type FlappingDevice = components['schemas']['FlappingDevice'];
export type FleetStatuses = components['schemas']['FleetStatuses'];
export type PastDevice = components['schemas']['PastDevice'];
export type FleetEvent = components['schemas']['FleetEvent'];
export type EventCause = components['schemas']['EventCause'];
export type Reason = components['schemas']['Reason'];
export type ReasonCause = components['schemas']['ReasonCause'];
export type Explanation = components['schemas']['Explanation'];
export type Measured = components['schemas']['Measured'];
export type WorldStats = components['schemas']['WorldStats'];
export type DemoUser = components['schemas']['DemoUser'];
export type Email = components['schemas']['Email'];
export type RequestLogEntry = components['schemas']['RequestLogEntry'];
export type RequestLogDetail = components['schemas']['RequestLogDetail'];
export type SignInQuestion = components['schemas']['SignInQuestion'];
export type SignInDecision = components['schemas']['SignInDecision'];
export type PortalVisit = components['schemas']['PortalVisit'];
export type PortalVisitor = components['schemas']['PortalVisitor'];
export type ResponseRefused = components['responses']['Refused'];
export type ResponseForbidden = components['responses']['Forbidden'];
export type ResponseUnknown = components['responses']['Unknown'];
export type $defs = Record<string, never>;
export interface operations {
    "control.readReady": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A world is open, and requests are handled. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Refused"];
        };
    };
    "control.listExternalDevices": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Their ids. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": number[];
                };
            };
            400: components["responses"]["Refused"];
        };
    };
    "control.readState": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The current state. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WorldState"];
                };
            };
            403: components["responses"]["Forbidden"];
        };
    };
    "control.moveClock": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ClockMove"];
            };
        };
        responses: {
            /** @description The world at its new time. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ClockAnswer"];
                };
            };
            400: components["responses"]["Refused"];
            403: components["responses"]["Forbidden"];
        };
    };
    "control.openWorld": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WorldReset"];
            };
        };
        responses: {
            /** @description The new world. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WorldState"];
                };
            };
            400: components["responses"]["Refused"];
            403: components["responses"]["Forbidden"];
        };
    };
    "control.readWorldFile": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The world file that was opened, or that of the named world. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WorldFile"];
                };
            };
            403: components["responses"]["Forbidden"];
            404: components["responses"]["Unknown"];
        };
    };
    "control.findTowns": {
        parameters: {
            query: {
                /** @description Up to 60 names; a region or country can follow in brackets, as in Springfield (Illinois). */
                name: string[];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description In the order of the names. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TownAnswer"][];
                };
            };
            400: components["responses"]["Refused"];
            403: components["responses"]["Forbidden"];
        };
    };
    "control.readNext": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The next notable event; null when there is none. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": null | components["schemas"]["WorldEvent"];
                };
            };
            403: components["responses"]["Forbidden"];
        };
    };
    "control.readTimeline": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The current state. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Timeline"];
                };
            };
            403: components["responses"]["Forbidden"];
        };
    };
    "control.listChanges": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The newest 2,000 writes that the platform accepted, newest first. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PlatformChange"][];
                };
            };
            403: components["responses"]["Forbidden"];
        };
    };
    "control.takeSnapshot": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The timeline. The new snapshot is the last of its list. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Timeline"];
                };
            };
            403: components["responses"]["Forbidden"];
        };
    };
    "control.keepMoment": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The timeline. The new snapshot is the last of its list. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Timeline"];
                };
            };
            403: components["responses"]["Forbidden"];
        };
    };
    "control.rewind": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RewindTarget"];
            };
        };
        responses: {
            /** @description The world as it was. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Replayed"];
                };
            };
            400: components["responses"]["Refused"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["Unknown"];
        };
    };
    "control.readFingerprint": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The current state. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        fingerprint: string;
                    };
                };
            };
            403: components["responses"]["Forbidden"];
        };
    };
    "control.readSessionFile": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It recreates the world elsewhere. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SessionFile"];
                };
            };
            403: components["responses"]["Forbidden"];
        };
    };
    "control.openSessionFile": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SessionFile"];
            };
        };
        responses: {
            /** @description The world of the session. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Replayed"];
                };
            };
            400: components["responses"]["Refused"];
            403: components["responses"]["Forbidden"];
        };
    };
    "control.exportSession": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The current state. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SessionFile"];
                };
            };
            403: components["responses"]["Forbidden"];
        };
    };
    "control.openSession": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SessionFile"];
            };
        };
        responses: {
            /** @description The world of the session. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Replayed"];
                };
            };
            400: components["responses"]["Refused"];
            403: components["responses"]["Forbidden"];
        };
    };
    "control.listFaults": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The current state. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"][];
                };
            };
            403: components["responses"]["Forbidden"];
        };
    };
    "control.addFault": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewFault"];
            };
        };
        responses: {
            /** @description The fault, with its id. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            400: components["responses"]["Refused"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["Unknown"];
        };
    };
    "control.clearFaults": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description All faults were removed. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            403: components["responses"]["Forbidden"];
        };
    };
    "control.removeFault": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Of the fault. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It was removed. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            403: components["responses"]["Forbidden"];
            404: components["responses"]["Unknown"];
        };
    };
    "control.listFleets": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description By slug. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["JoinableFleet"][];
                };
            };
            403: components["responses"]["Forbidden"];
        };
    };
    "control.readFleetHistory": {
        parameters: {
            query: {
                /** @description The ids of up to 50 fleets, separated by commas. */
                fleet: string;
                /** @description How far back; default 24. */
                hours?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description In the order of the request. The last numbers are those of now. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FleetHistory"][];
                };
            };
            400: components["responses"]["Refused"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["Unknown"];
        };
    };
    "control.readFleetStatuses": {
        parameters: {
            query: {
                /** @description The id of a fleet. */
                fleet: number;
                /** @description A time of the last 168 hours, or of the hour before: the first point of a history read a while ago. */
                at: components["schemas"]["Instant"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description As it was recorded. The statuses are those that the fleet's history counts. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FleetStatuses"];
                };
            };
            400: components["responses"]["Refused"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["Unknown"];
        };
    };
    "control.startDevice": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewMachine"];
            };
        };
        responses: {
            /** @description It has registered and will connect within seconds. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PoweredOn"];
                };
            };
            400: components["responses"]["Refused"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["Unknown"];
        };
    };
    "control.explainDevice": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The uuid or the name. */
                device: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The current state. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Explanation"];
                };
            };
            400: components["responses"]["Refused"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["Unknown"];
        };
    };
    "control.changeDevice": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The uuid or the name. */
                device: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["DeviceChange"];
            };
        };
        responses: {
            /** @description The device was changed. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Refused"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["Unknown"];
        };
    };
    "control.readMetrics": {
        parameters: {
            query?: {
                /** @description The first time; an hour before the last one when absent. */
                from?: components["schemas"]["Instant"];
                /** @description The last time; now when absent. */
                to?: components["schemas"]["Instant"];
            };
            header?: never;
            path: {
                /** @description The uuid or the name. */
                device: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One for each time that it measured, oldest first, up to its last report; at most a week. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Measured"][];
                };
            };
            400: components["responses"]["Refused"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["Unknown"];
        };
    };
    "control.readStats": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The current state. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WorldStats"];
                };
            };
            403: components["responses"]["Forbidden"];
        };
    };
    "control.readFigures": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The current state. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WorldStats"];
                };
            };
            403: components["responses"]["Forbidden"];
        };
    };
    "control.listPeople": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The current state. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DemoUser"][];
                };
            };
            403: components["responses"]["Forbidden"];
        };
    };
    "control.listEmails": {
        parameters: {
            query?: {
                /** @description Only emails to this address. */
                to?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Newest first. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Email"][];
                };
            };
            403: components["responses"]["Forbidden"];
        };
    };
    "control.readMail": {
        parameters: {
            query?: {
                /** @description Only emails to this address. */
                to?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Newest first. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Email"][];
                };
            };
            403: components["responses"]["Forbidden"];
        };
    };
    "control.listRequests": {
        parameters: {
            query?: {
                /** @description Only requests after this number. */
                after?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Oldest first. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RequestLogEntry"][];
                };
            };
            403: components["responses"]["Forbidden"];
        };
    };
    "control.readRequest": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Of the request. */
                n: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The current state. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RequestLogDetail"];
                };
            };
            403: components["responses"]["Forbidden"];
            404: components["responses"]["Unknown"];
        };
    };
    "control.listJournal": {
        parameters: {
            query?: {
                /** @description Only requests after this number. */
                after?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Oldest first. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RequestLogEntry"][];
                };
            };
            403: components["responses"]["Forbidden"];
        };
    };
    "control.readJournalEntry": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Of the request. */
                n: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The current state. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RequestLogDetail"];
                };
            };
            403: components["responses"]["Forbidden"];
            404: components["responses"]["Unknown"];
        };
    };
    "control.readSignInPage": {
        parameters: {
            query: {
                /** @description The URL to return to. */
                return_to: string;
                /** @description Returned unchanged. */
                state?: string;
                /** @description With saml: its identifier. */
                identity_provider?: string;
            };
            header?: never;
            path: {
                /** @description github, google or saml. */
                party: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page; as JSON if the request accepts that. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SignInQuestion"];
                    "text/html": string;
                };
            };
            400: components["responses"]["Refused"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["Unknown"];
        };
    };
    "control.answerSignIn": {
        parameters: {
            query: {
                /** @description The URL to return to. */
                return_to: string;
                /** @description Returned unchanged. */
                state?: string;
                /** @description With saml: its identifier. */
                identity_provider?: string;
            };
            header?: never;
            path: {
                /** @description github, google or saml. */
                party: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SignInDecision"];
                "application/x-www-form-urlencoded": components["schemas"]["SignInDecision"];
            };
        };
        responses: {
            /** @description Where the sign-in continues, if the request accepts JSON. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        location: string;
                    };
                };
            };
            /** @description The sign-in continues in the dashboard. */
            303: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Refused"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["Unknown"];
        };
    };
    "control.openSupportPortal": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PortalVisit"];
                "application/x-www-form-urlencoded": components["schemas"]["PortalVisit"];
            };
        };
        responses: {
            /** @description Who is signed in; as JSON if the request accepts that. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PortalVisitor"];
                    "text/html": string;
                };
            };
            400: components["responses"]["Refused"];
            /** @description The platform did not issue the token. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": string;
                };
            };
            403: components["responses"]["Forbidden"];
        };
    };
}
