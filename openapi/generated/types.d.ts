// Made by `npm run contract` from openapi/. Do not edit.
export interface paths {
    "/ping": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Answer that the API is there */
        get: operations["config.ping"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/feature-flags/v1": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What is tried out with the caller
         * @description A platform that tries nothing out has no such path and answers 404.
         */
        get: operations["config.featureFlags"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/connectivity-check": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Answer nothing, to prove that there is a network */
        get: operations["config.connectivityCheck"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/config": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What clients must know about this platform
         * @description The open-source backend has no such path and answers 404.
         */
        get: operations["config.platform"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/config/vars": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Which variables may be set, and what the known ones mean */
        get: operations["config.variables"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/device-types/v1": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The contracts of all device types */
        get: operations["config.deviceTypes"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/device-types/v1/{slug}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The slug of a device type or an alias of it. */
                slug: string;
            };
            cookie?: never;
        };
        /** The contract of one device type */
        get: operations["config.deviceType"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/device-types/v1/{slug}/images/{version}/download-size": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The slug of a device type or an alias of it. */
                slug: string;
                /** @description A version of the operating system. */
                version: string;
            };
            cookie?: never;
        };
        /** How large an image is to download */
        get: operations["config.imageSize"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/os/v1/config": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** What the host of a device configures for itself */
        get: operations["config.hostServices"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/download": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Download an image of the operating system
         * @description Without a fleet the image is not configured.
         */
        get: operations["downloads.image"];
        put?: never;
        /** Download an image by a form of a browser */
        post: operations["downloads.imageByForm"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/download-config": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Make the configuration of a device */
        get: operations["downloads.config"];
        put?: never;
        /** Make the configuration of a device, from a body */
        post: operations["downloads.makeConfig"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/login_": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Log in with a name and a password */
        post: operations["session.logIn"];
        delete?: never;
        options?: never;
        head?: never;
        /** Log in as somebody else (staff) */
        patch: operations["session.logInAs"];
        trace?: never;
    };
    "/actor/v1/whoami": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Who the credential belongs to
         * @description For a user `id` is the actor's id and `actorTypeId` the user's.
         */
        get: operations["session.whoAmI"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/user/v1/whoami": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Which user the credential belongs to (older clients) */
        get: operations["session.whoAmIUser"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/user/v1/refresh-token": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Exchange the token for a younger one */
        get: operations["session.refresh"];
        put?: never;
        /** Confirm the password */
        post: operations["session.confirmPassword"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/user/register": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Sign up
         * @description Makes a person with a profile and a personal organization, and mails a verification link.
         */
        post: operations["account.register"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/user/v1/verify-email": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Verify an e-mail address */
        post: operations["account.verifyEmail"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/user/reset-password": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Ask for a link to a new password, or set the new password */
        post: operations["account.resetPassword"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/user/email": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /** Change the e-mail address */
        patch: operations["account.changeEmail"];
        trace?: never;
    };
    "/user/password": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Change the password
         * @description Ends every other session of the person.
         */
        patch: operations["account.changePassword"];
        trace?: never;
    };
    "/user/profile": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /** Save the profile */
        patch: operations["account.saveProfile"];
        trace?: never;
    };
    "/user/v1/logout-others": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** End every other session */
        get: operations["account.logOutOthers"];
        put?: never;
        /** End every other session (as a POST) */
        post: operations["account.endOtherSessions"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/totp/setup": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a secret for an authenticator
         * @description The secret stays the same until two-factor is on.
         */
        get: operations["two-factor.setUp"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/totp/verify": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Give a code of the authenticator
         * @description Completes a sign-in that waits for it, or switches two-factor on.
         */
        post: operations["two-factor.verify"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/totp/disable": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Switch two-factor off */
        post: operations["two-factor.disable"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/v1/2fa-recover/create": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Make recovery codes */
        post: operations["two-factor.createRecoveryCodes"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/v1/2fa-recover/verify": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Complete a sign-in with a recovery code */
        post: operations["two-factor.verifyRecoveryCode"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/v1/public-keys/{username}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The user name of a person. */
                username: string;
            };
            cookie?: never;
        };
        /**
         * Read the public SSH keys of a person, as a proxy does
         * @description With an API key; a session token is not enough.
         */
        get: operations["keys.ofUser"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/v1/token": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Ask for a token for the registry of images
         * @description As the registry's token protocol says. The secret of a key, or a session token, comes as the password of basic authentication, for a device with the name `d_<uuid>`. What the caller may not do is left out of the token; without a credential only what is public is granted.
         */
        get: operations["registry.token"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/{provider}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Github or google, in lower case. */
                provider: string;
            };
            cookie?: never;
        };
        /**
         * Sign in with another service
         * @description Comes back to `<dashboard>/auth/<provider>/callback` with a code and the state.
         */
        get: operations["single-sign-on.start"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/{provider}/callback": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Github or google, in lower case. */
                provider: string;
            };
            cookie?: never;
        };
        /**
         * Come back from another service
         * @description With a session token the account is linked to its person; otherwise its person is signed in, or signed up.
         */
        get: operations["single-sign-on.finish"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/saml/finalize": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Complete a sign-in with an identity provider */
        post: operations["single-sign-on.finishSaml"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/saml/{ssoIdentifier}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Names the identity provider. */
                ssoIdentifier: string;
            };
            cookie?: never;
        };
        /**
         * Sign in with an identity provider
         * @description Comes back to `<dashboard>/saml/callback/signon`, or to `…/merge` when an account has the same address.
         */
        get: operations["single-sign-on.startSaml"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/oauth/authorize": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Let a third-party application act for the caller */
        post: operations["oauth.authorize"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/zendesk/v1/login": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Sign in to the support portal */
        get: operations["identity.portal"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/user/v1/intercom": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Who the caller is in the chat */
        get: operations["identity.chat"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/user/v1/invitation/{token}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description It came by e-mail. */
                token: string;
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Accept an invitation to a fleet */
        post: operations["invitations.acceptFleet"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/org/v1/invitation/{token}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description It came by e-mail. */
                token: string;
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Accept an invitation to an organization */
        post: operations["invitations.acceptOrganization"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api-key/user/full": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Create an API key with full access as the caller */
        post: operations["keys.createForUser"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api-key/v1": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Create an API key for an actor (first form) */
        post: operations["keys.createV1"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api-key/v2": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Create an API key for an actor */
        post: operations["keys.create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api-key/application/{id}/provisioning": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The fleet's id. */
                id: number;
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Create a provisioning key of a fleet (older form) */
        post: operations["keys.createProvisioning"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api-key/device/{id}/device-key": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The device's id. */
                id: number;
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Create an API key of a device */
        post: operations["keys.createForDevice"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/access/v1/hostos/{uuid}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The whole uuid of a device. */
                uuid: components["parameters"]["deviceUuid"];
            };
            cookie?: never;
        };
        /** Ask whether the caller may open a shell on the host */
        get: operations["proxy.hostAccess"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/supervisor/ping": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Ask the supervisor whether it is there */
        post: operations["proxy.ping"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/supervisor/v1/healthy": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Ask the supervisor whether it is well */
        post: operations["proxy.healthy"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/supervisor/v1/blink": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Make the device blink its light */
        post: operations["proxy.blink"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/supervisor/v1/restart": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Restart all services of the device */
        post: operations["proxy.restart"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/supervisor/v1/reboot": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Reboot the device */
        post: operations["proxy.reboot"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/supervisor/v1/shutdown": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Shut the device down */
        post: operations["proxy.shutdown"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/supervisor/v1/purge": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Delete what the services have stored on the device */
        post: operations["proxy.purge"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/supervisor/v1/update": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Make the device look for a new target now */
        post: operations["proxy.update"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/supervisor/v1/device": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Ask the supervisor for the state of the device */
        post: operations["proxy.device"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/supervisor/v2/applications/{appId}/start-service": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The fleet's id. */
                appId: number;
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Start one service of the device */
        post: operations["proxy.startService"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/supervisor/v2/applications/{appId}/stop-service": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The fleet's id. */
                appId: number;
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Stop one service of the device */
        post: operations["proxy.stopService"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/supervisor/v2/applications/{appId}/restart-service": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The fleet's id. */
                appId: number;
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Restart one service of the device */
        post: operations["proxy.restartService"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/supervisor/v2/applications/state": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Read the services of the device */
        post: operations["proxy.services"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/supervisor/v2/state/status": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Read whether the device is as it should be */
        post: operations["proxy.status"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/supervisor/v2/version": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Read the version of the supervisor */
        post: operations["proxy.version"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/supervisor/v2/device/name": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Read the name that the device knows */
        post: operations["proxy.name"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/supervisor/v2/device/tags": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Read the tags of the device */
        post: operations["proxy.tags"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/supervisor/v2/device/vpn": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Ask whether the device has a VPN */
        post: operations["proxy.vpn"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/supervisor/v2/local/device-info": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Read the architecture and the type of the device */
        post: operations["proxy.deviceInfo"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/supervisor/v2/cleanup-volumes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Delete volumes that no service uses */
        post: operations["proxy.cleanUpVolumes"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/services/vpn/client-connect": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Tell that the tunnels of devices are up */
        post: operations["cloudlink.connected"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/services/vpn/client-disconnect": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Tell that the tunnels of devices are down */
        post: operations["cloudlink.disconnected"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/services/vpn/auth/{uuid}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The whole uuid of a device. */
                uuid: components["parameters"]["deviceUuid"];
            };
            cookie?: never;
        };
        /** Ask whether the caller is the device that wants a tunnel */
        get: operations["cloudlink.mayConnect"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/application/{id}/restart": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The fleet's id. */
                id: number;
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Restart all services on all online devices of a fleet
         * @description Nothing is passed back from the devices, save that one of them holds an update lock.
         */
        post: operations["proxy.restartFleet"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/device/v2/{uuid}/logs": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The whole uuid of a device. */
                uuid: components["parameters"]["deviceUuid"];
            };
            cookie?: never;
        };
        /**
         * Read the logs of a device, or follow them
         * @description Without `stream` the reply is an array, oldest first. With `stream=1` it is lines of JSON that go on: first `count` past lines (none by default), then each new one; a bare newline every 58 s keeps the connection open. A reader that is too slow gets one line that says how many it missed.
         */
        get: operations["logs.read"];
        put?: never;
        /**
         * Hand in lines that a device has written
         * @description At most 10 lines, and 15 times in 10 s. With the device's own key; the body may be gzipped.
         */
        post: operations["logs.write"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/device/v2/{uuid}/log-stream": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The whole uuid of a device. */
                uuid: components["parameters"]["deviceUuid"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Hand in lines as a device writes them
         * @description One JSON object per line for as long as the request lasts; may be gzipped. The reply comes at its end, the lines are told as they come.
         */
        post: operations["logs.writeStream"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/device/v2/{uuid}/state": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The whole uuid of a device. */
                uuid: components["parameters"]["deviceUuid"];
            };
            cookie?: never;
        };
        /**
         * What a device with an old supervisor should run
         * @description Only a read with the device's own key counts as a sign of life.
         */
        get: operations["state.readV2"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Report what a device with an old supervisor is doing
         * @description As the report of newer ones; services are listed by the id of their image. A report is no sign of life.
         */
        patch: operations["state.reportV2"];
        trace?: never;
    };
    "/device/v3/{uuid}/state": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The whole uuid of a device. */
                uuid: components["parameters"]["deviceUuid"];
            };
            cookie?: never;
        };
        /**
         * What a device should run
         * @description Only a read with the device's own key counts as a sign of life. A deleted, frozen or unknown device gets a 304, whoever asks.
         */
        get: operations["state.readV3"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/device/v3/fleet/{uuid}/state": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The uuid of a fleet. */
                uuid: string;
            };
            cookie?: never;
        };
        /** What a device without settings of its own would run in a fleet */
        get: operations["state.readFleet"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/device/v3/tags": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Declare tags of devices
         * @description What is not named stays as it is.
         */
        patch: operations["state.reportTags"];
        trace?: never;
    };
    "/device/v3/state": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Report what devices are doing
         * @description Each part may be left out. Listed services are upserted as installs, others become `deleted`.
         */
        patch: operations["state.report"];
        trace?: never;
    };
    "/device/register": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Register a device with a provisioning key */
        post: operations["state.register"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/{uuid}/checks": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The whole uuid of a device. */
                uuid: components["parameters"]["deviceUuid"];
            };
            cookie?: never;
        };
        /** Read the last health checks of a device */
        get: operations["actions.readChecks"];
        put?: never;
        /** Run the health checks of a device */
        post: operations["actions.runChecks"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/{uuid}/diagnose": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The whole uuid of a device. */
                uuid: components["parameters"]["deviceUuid"];
            };
            cookie?: never;
        };
        /** Read the last diagnostics of a device */
        get: operations["actions.readDiagnostics"];
        put?: never;
        /** Run the diagnostics of a device */
        post: operations["actions.runDiagnostics"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/{uuid}/resinhup": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The whole uuid of a device. */
                uuid: components["parameters"]["deviceUuid"];
            };
            cookie?: never;
        };
        /** Read how the replacement goes of an attached one */
        get: operations["actions.readOsUpdateAttached"];
        put?: never;
        /** Replace the operating system of a device, and stay attached */
        post: operations["actions.startOsUpdateAttached"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/{uuid}/resinhup": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The whole uuid of a device. */
                uuid: components["parameters"]["deviceUuid"];
            };
            cookie?: never;
        };
        /** Read how the replacement goes */
        get: operations["actions.readOsUpdate"];
        put?: never;
        /** Replace the operating system of a device */
        post: operations["actions.startOsUpdate"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v3/build": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Build a release from a source */
        post: operations["builder.build"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v3/buildFromUrl": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Build a release from the tarball at an address */
        post: operations["builder.buildFromUrl"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v7/release_asset({id})/beginUpload": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the asset. */
                id: number;
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Begin to upload a large file */
        post: operations["storage.beginUpload"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v7/release_asset({id})/commitUpload": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the asset. */
                id: number;
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** End the upload of a large file */
        post: operations["storage.commitUpload"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v7/release_asset({id})/cancelUpload": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the asset. */
                id: number;
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Give up the upload of a large file */
        post: operations["storage.cancelUpload"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/storage/uploads/{uuid}/{part}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The upload. */
                uuid: string;
                /** @description The number of the part, from 1. */
                part: number;
            };
            cookie?: never;
        };
        get?: never;
        /** Put one part of a large file */
        put: operations["storage.uploadPart"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/storage/files/{secret}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Part of the address. */
                secret: string;
            };
            cookie?: never;
        };
        /** Download a stored file */
        get: operations["storage.file"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/billing/v1/account/{orgId}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of an organization. */
                orgId: components["parameters"]["organizationId"];
            };
            cookie?: never;
        };
        /** Read who is billed */
        get: operations["billing.getAccount"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /** Change who is billed */
        patch: operations["billing.changeAccount"];
        trace?: never;
    };
    "/billing/v1/account/{orgId}/plan": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of an organization. */
                orgId: components["parameters"]["organizationId"];
            };
            cookie?: never;
        };
        /** Read the plan an organization has */
        get: operations["billing.getPlan"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Move to another plan or cycle
         * @description Cancelling is a move to `free`, monthly. A plan that is not sold online, on either side, is changed by the sales team alone. The difference to what is left of the present period is charged at once.
         */
        patch: operations["billing.changePlan"];
        trace?: never;
    };
    "/billing/v1/account/{orgId}/usage": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of an organization. */
                orgId: components["parameters"]["organizationId"];
            };
            cookie?: never;
        };
        /** Read what an organization uses in the current period */
        get: operations["billing.getUsage"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/billing/v1/account/{orgId}/can-access-support": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of an organization. */
                orgId: components["parameters"]["organizationId"];
            };
            cookie?: never;
        };
        /**
         * Ask whether the plan includes private support
         * @description For every member of the organization, not for administrators alone.
         */
        get: operations["billing.canAccessSupport"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/billing/v1/account/{orgId}/info": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of an organization. */
                orgId: components["parameters"]["organizationId"];
            };
            cookie?: never;
        };
        /** Read the payment method */
        get: operations["billing.getInfo"];
        put?: never;
        post?: never;
        /** Forget the payment method */
        delete: operations["billing.removeInfo"];
        options?: never;
        head?: never;
        /**
         * Set the payment method
         * @description The first one also opens the billing account.
         */
        patch: operations["billing.changeInfo"];
        trace?: never;
    };
    "/billing/v1/account/{orgId}/setup-intent": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of an organization. */
                orgId: components["parameters"]["organizationId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Begin to set up a payment method with the provider */
        post: operations["billing.createSetupIntent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/billing/v1/account/{orgId}/invoices": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of an organization. */
                orgId: components["parameters"]["organizationId"];
            };
            cookie?: never;
        };
        /** List the invoices of an organization, newest first */
        get: operations["billing.listInvoices"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/billing/v1/account/{orgId}/invoices/{number}/download": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of an organization. */
                orgId: components["parameters"]["organizationId"];
                /** @description The number of an invoice. */
                number: string;
            };
            cookie?: never;
        };
        /** Read an invoice as a document */
        get: operations["billing.downloadInvoice"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/zendesk/v1/{orgId}/ticket-fields": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of an organization. */
                orgId: components["parameters"]["organizationId"];
            };
            cookie?: never;
        };
        /** Read the fields of the ticket form */
        get: operations["support.getTicketFields"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/zendesk/v1/{orgId}/upload-attachment": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of an organization. */
                orgId: components["parameters"]["organizationId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Upload a file for a ticket */
        post: operations["support.uploadAttachment"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/zendesk/v1/{orgId}/submit-ticket": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of an organization. */
                orgId: components["parameters"]["organizationId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Raise a ticket */
        post: operations["support.submitTicket"];
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
        /** @description One sentence that a person can read. */
        Reason: string;
        FeatureFlags: {
            [key: string]: boolean;
        };
        DeviceTypeContract: {
            slug: string;
            version?: number;
            name: string;
            aliases?: string[];
            arch: string;
            state?: string;
            instructions?: unknown;
            gettingStartedLink?: unknown;
            options?: {
                [key: string]: unknown;
            }[];
            yocto?: {
                machine?: string;
                image?: string;
                fstype?: string;
                version?: string;
                deployArtifact?: string;
                compressed?: boolean;
            };
            initialization?: {
                [key: string]: unknown;
            };
            logoUrl?: string;
            isDependent?: boolean;
            buildId?: string;
            imageDownloadAlerts?: Record<string, never>[];
        };
        PlatformConfig: {
            deployment?: string | null;
            /** @description A device is at `https://<uuid>.<deviceUrlsBase>`. */
            deviceUrlsBase: string;
            adminUrl?: string | null;
            gitServerUrl?: string | null;
            ga?: {
                site?: string;
                id?: string;
            } | null;
            mixpanelToken?: string | null;
            intercomAppId?: string | null;
            recurlyPublicKey?: string | null;
            stripePublicKey?: string | null;
            freezeBillingVersions?: string[] | null;
            DEVICE_ONLINE_ICON?: string | null;
            DEVICE_OFFLINE_ICON?: string | null;
            signupCodeRequired?: boolean;
            supportedSocialProviders?: ("github" | "google" | "saml")[];
            /** @description Only on older servers. */
            deviceTypes?: components["schemas"]["DeviceTypeContract"][];
        };
        /** @description A JSON Schema of one variable with what a form needs beside it. Values are always text. */
        ConfigVariableSchema: {
            /** @description One of them, or several; among several, `null` says that there may be no value. */
            type?: string | string[];
            description?: string;
            /** @description Numbers, too, where the type is one. */
            enum?: (string | number)[];
            oneOf?: {
                const?: string | number;
                title?: string;
            }[];
            default?: string | number;
            minimum?: number;
            maximum?: number;
            maxLength?: number;
            pattern?: string;
            format?: string;
            will_reboot?: boolean;
            warning?: string;
            examples?: (string | number)[];
        };
        ConfigVariables: {
            reservedNames: string[];
            reservedNamespaces: string[];
            /** @description The text of a regular expression, slashes included. */
            invalidRegex: string;
            configVarInvalidRegex: string;
            whiteListedNames: string[];
            whiteListedNamespaces: string[];
            blackListedNames: string[];
            configVarSchema: {
                /** @constant */
                type: "object";
                $schema: string;
                properties: {
                    [key: string]: components["schemas"]["ConfigVariableSchema"];
                };
            };
        };
        /** @description What the host of a device configures for itself. */
        HostServices: {
            services: {
                openvpn: {
                    config: string;
                    ca: string;
                };
                ssh: {
                    authorized_keys: string;
                };
            };
            config?: {
                overrides?: {
                    logsEndpoint?: string;
                };
            };
            /** @constant */
            schema_version: "1.0.0";
        };
        /**
         * @default .img
         * @enum {string}
         */
        FileType: ".img" | ".zip" | ".gz";
        /** @description Which fleet to join and how to reach the network. `appUpdatePollInterval` is in minutes here. */
        ConfigWishes: {
            appId: number | string;
            version: string;
            /** @description The fleet's own when left out. */
            deviceType?: string;
            /**
             * @description Ethernet when left out.
             * @enum {string}
             */
            network?: "ethernet" | "wifi";
            wifiSsid?: string;
            wifiKey?: string;
            ip?: string;
            gateway?: string;
            netmask?: string;
            developmentMode?: boolean | string;
            secureBoot?: boolean | string;
            appUpdatePollInterval?: number | string;
            provisioningKeyName?: string;
            provisioningKeyExpiryDate?: string | null;
            provisioningKeyDescription?: string;
            /** @description A session token; instead of the header. */
            _token?: string;
        };
        /** @description What a form of a browser sends. */
        ImageForm: components["schemas"]["ConfigWishes"] & {
            fileType?: components["schemas"]["FileType"];
            /** @enum {string} */
            imageType?: "raw" | "flasher";
            secureboot?: string;
            releaseId?: number | string;
        };
        /** @description The `config.json` of a device's boot partition. `appUpdatePollInterval` is in ms here. */
        DeviceConfig: {
            applicationId: number;
            applicationName?: string;
            deviceType: string;
            userId?: number;
            username?: string;
            appUpdatePollInterval: number;
            listenPort: number;
            vpnPort: number;
            apiEndpoint: string;
            vpnEndpoint?: string;
            registryEndpoint?: string;
            deltaEndpoint?: string;
            mixpanelToken?: string;
            /** @description A provisioning key of the fleet. */
            apiKey: string;
            developmentMode?: boolean;
            persistentLogging?: boolean;
            wifiSsid?: string;
            wifiKey?: string;
            /** @description Files of the boot partition, by path. */
            files?: {
                [key: string]: string;
            };
            installer?: {
                secureboot?: boolean;
            };
        };
        Credentials: {
            /** @description The name or the e-mail address. */
            username: string;
            password: string;
        };
        /** @description A session token, a JWT whose payload clients read. */
        Token: string;
        UserActor: {
            /** @description The actor's id. */
            id: number;
            /** @constant */
            actorType: "user";
            /** @description The user's id. */
            actorTypeId: number;
            username: string;
            email: string | null;
        };
        DeviceActor: {
            id: number;
            /** @constant */
            actorType: "device";
            actorTypeId: number;
            uuid: string;
        };
        FleetActor: {
            id: number;
            /** @constant */
            actorType: "application";
            actorTypeId: number;
            slug: string;
        };
        Actor: components["schemas"]["UserActor"] | components["schemas"]["DeviceActor"] | components["schemas"]["FleetActor"];
        UserIdentity: {
            id: number;
            username: string;
            email: string | null;
        };
        Registration: {
            /** @description Where the verification is sent. */
            email: string;
            /** @description Made from the address when it is left out. */
            username?: string;
            password: string;
            /** @description Any text where no captcha key is configured. */
            "g-recaptcha-response": string;
            has_disabled_newsletter?: boolean;
            /** @enum {string} */
            invitationType?: "organization" | "application";
            /** @description The token of an invitation that is accepted at once. */
            invitationToken?: string;
        };
        Verification: {
            verificationToken: string;
            email: string;
        };
        ResetRequest: {
            email: string;
            "g-recaptcha-response": string;
        };
        ResetCompletion: {
            resetCode: string;
            password: string;
            /** @description Of the authenticator, where two-factor is on. */
            code?: string;
        };
        ResetProblem: {
            /** @enum {string} */
            errorCode: "TwoFactorCodeRequired" | "TwoFactorCodeInvalid" | "ResetCodeExpired" | "ResetCodeInvalid";
        };
        ResetTooSoon: {
            error: {
                text: string;
                /** Format: date-time */
                nextValidRequestDate: string;
            };
        };
        EmailChange: {
            email: string;
            /** @description Null where none is set. */
            password: string | null;
        };
        PasswordChange: {
            /** @description Null where none is set. */
            currentPassword: string | null;
            password: string;
        };
        Profile: {
            first_name?: string;
            last_name?: string;
            company?: string;
            /** @enum {string} */
            account_type?: "personal" | "professional";
            has_disabled_newsletter?: boolean;
        };
        Code: {
            code: string;
        };
        RegistryToken: {
            token: string;
        };
        Redirection: {
            /** @description Where the person signs in. */
            location: string;
        };
        PortalPass: {
            /** @description Where a form posts the token. */
            url: string;
            /** @description A signed token that the support portal trusts. */
            token: string;
            /** @description Where the portal goes on to. */
            return_to?: string;
        };
        ChatIdentity: {
            user_id: number;
            name: string;
            email: string | null;
            /** Format: date-time */
            created_at: string;
            /** @description Proves to the chat who this is. */
            user_hash: string;
        };
        /** @description When the key ends; null for never. */
        Expiry: string | null;
        UserKeyRequest: {
            name: string;
            description?: string | null;
            expiryDate?: components["schemas"]["Expiry"];
        };
        KeyRequestV1: {
            /** @enum {string} */
            actorType: "application" | "device" | "user";
            actorTypeId: number;
            roles: ("named-user-api-key" | "provisioning-api-key" | "device-api-key")[];
            name?: string | null;
            description?: string | null;
            expiryDate?: components["schemas"]["Expiry"];
        };
        KeyRequest: components["schemas"]["KeyRequestV1"] & {
            expiryDate: components["schemas"]["Expiry"];
        };
        KeyTexts: {
            name?: string | null;
            description?: string | null;
            expiryDate?: components["schemas"]["Expiry"];
        };
        DeviceKeyRequest: components["schemas"]["KeyTexts"] & {
            /** @description The secret to use; one is made when absent. */
            apiKey?: string;
        };
        /** @description Which devices, and how to ask. At least one of the filters is needed. */
        DeviceFilter: {
            uuid?: string;
            deviceId?: number;
            appId?: number;
            /**
             * @description POST when left out.
             * @enum {string}
             */
            method?: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
        };
        ToDevice: components["schemas"]["DeviceFilter"] & {
            data?: {
                [key: string]: unknown;
            };
        };
        ServiceFailure: {
            /** @constant */
            status: "failed";
            message: string;
        };
        AboutFleet: components["schemas"]["DeviceFilter"] & {
            data?: {
                appId?: number | string;
                force?: boolean;
            };
        };
        DataAnswer: {
            Data: string;
            Error: string | null;
        };
        WithForce: components["schemas"]["DeviceFilter"] & {
            data?: {
                /** @description Whether to ignore update locks. */
                force?: boolean;
            };
        };
        SupervisorState: {
            api_port: number;
            /** @description Absent until a release runs. */
            commit?: string;
            ip_address: string | null;
            mac_address?: string | null;
            /** @description Of the first service, Idle while it runs; absent when there is none. */
            status?: string;
            download_progress?: number | null;
            os_version: string | null;
            supervisor_version: string;
            update_pending: boolean;
            update_failed: boolean;
            update_downloaded: boolean;
        };
        AboutService: components["schemas"]["DeviceFilter"] & {
            /** @description One of imageId and serviceName says which service. */
            data: {
                appId?: number | string;
                imageId?: number;
                serviceName?: string;
                force?: boolean;
            };
        };
        /** @description The target release of each app, under its name. */
        ServicesByFleet: {
            [key: string]: {
                appId: number;
                appUuid: string;
                commit: string | null;
                updateStatus: string;
                /** @description By name. */
                services: {
                    [key: string]: {
                        status: string;
                        image: string;
                        releaseId: number;
                        downloadProgress: number | null;
                    };
                };
            };
        };
        StateStatus: {
            /** @constant */
            status: "success";
            /** @enum {string} */
            appState: "applied" | "applying";
            overallDownloadProgress: number | null;
            containers: {
                status: string;
                serviceName: string;
                appId: number;
                imageId: number;
                serviceId: number;
                containerId: string;
                /** Format: date-time */
                createdAt: string;
            }[];
            images: {
                name: string;
                appId: number;
                serviceName: string;
                imageId: number;
                /** @description Absent while it is downloaded. */
                dockerImageId?: string;
                status: string;
                downloadProgress: number | null;
            }[];
            release: string | null;
        };
        SupervisorVersion: {
            /** @constant */
            status: "success";
            version: string;
        };
        DeviceName: {
            /** @constant */
            status: "success";
            deviceName: string;
        };
        DeviceTags: {
            /** @constant */
            status: "success";
            tags: {
                id: number;
                name: string;
                value: string;
            }[];
        };
        DeviceVpn: {
            /** @constant */
            status: "success";
            vpn: {
                enabled: boolean;
                connected: boolean;
            };
        };
        DeviceInfo: {
            /** @constant */
            status: "success";
            info: {
                arch: string;
                deviceType: string;
            };
        };
        Success: {
            /** @constant */
            status: "success";
        };
        /** @description One device or several. */
        Clients: {
            /** @description The uuid of one device. */
            common_name?: string;
            uuids?: string[];
            /** @description Which server tells it. */
            service_id?: number;
        };
        LogLine: {
            /** @description When the cloud stored it, in ms since the epoch. */
            createdAt: number;
            /** @description When the device wrote it, in ms since the epoch. */
            timestamp: number;
            /** @description From the supervisor rather than from a service. */
            isSystem: boolean;
            isStdErr: boolean;
            serviceId?: number;
            message: string;
        };
        WrittenLine: {
            /** @description When the device wrote it, in ms since the epoch. */
            timestamp: number;
            message: string;
            isSystem?: boolean;
            isStdErr?: boolean;
            serviceId?: number;
            /** @description Of older devices; not looked at. */
            uuid?: string;
        };
        /** @description Names and values, all of them text. */
        Texts: {
            [key: string]: string;
        };
        /** @description Beside these, whatever the compose document says of the service. */
        TargetServiceV2: {
            imageId: number;
            serviceName: string;
            image: string;
            running: boolean;
            environment: components["schemas"]["Texts"];
            labels: components["schemas"]["Texts"];
        };
        TargetAppV2: {
            releaseId?: number;
            commit?: string;
            name: string;
            /** @description By id of the service. */
            services: {
                [key: string]: components["schemas"]["TargetServiceV2"];
            };
            networks: {
                [key: string]: unknown;
            };
            volumes: {
                [key: string]: unknown;
            };
        };
        TargetStateV2: {
            local: {
                name: string;
                config: components["schemas"]["Texts"];
                /** @description By id of the fleet. */
                apps: {
                    [key: string]: components["schemas"]["TargetAppV2"];
                };
            };
            dependent: {
                apps: Record<string, never>;
                devices: Record<string, never>;
            };
        };
        ServiceReportV2: {
            releaseId?: number | string;
            status?: string;
            download_progress?: number | null;
        };
        /** @description Only what has changed. */
        StateReportV2: {
            /** @description Scalar fields as in the newer report. */
            local?: {
                /** @description The commit that runs. */
                is_on__commit?: string | null;
                /** @description By id of the fleet. */
                apps?: {
                    [key: string]: {
                        /** @description By id of the image. */
                        services?: {
                            [key: string]: components["schemas"]["ServiceReportV2"];
                        };
                    };
                };
            } & {
                [key: string]: unknown;
            };
        };
        TargetService: {
            id: number;
            image_id: number;
            image: string;
            environment: components["schemas"]["Texts"];
            labels: components["schemas"]["Texts"];
            composition?: {
                [key: string]: unknown;
            };
            contract?: {
                [key: string]: unknown;
            };
        };
        TargetRelease: {
            id: number;
            /** @description By name; absent when the release has no images. */
            services?: {
                [key: string]: components["schemas"]["TargetService"];
            };
            volumes?: {
                [key: string]: unknown;
            };
            networks?: {
                [key: string]: unknown;
            };
        };
        TargetApp: {
            id: number;
            name: string;
            is_host: boolean;
            /** @enum {string} */
            class: "fleet" | "block" | "app";
            /** @description By commit; when there is no target, empty on the hosted platform and absent on the open backend. */
            releases?: {
                [key: string]: components["schemas"]["TargetRelease"];
            };
        };
        /** @description By uuid of the device. */
        TargetStateV3: {
            [key: string]: {
                name: string;
                /** @description By uuid of the fleet. */
                apps: {
                    [key: string]: components["schemas"]["TargetApp"];
                };
                config: components["schemas"]["Texts"];
            };
        };
        /** @description By uuid of the device; values by key. */
        TagReport: {
            [key: string]: {
                [key: string]: string;
            };
        };
        ServiceReport: {
            /** @description Where it is stored, with or without `@` and its hash. */
            image: string;
            status?: string;
            download_progress?: number | null;
        };
        AppReport: {
            /** @description The commit that runs. */
            release_uuid?: string;
            /** @description By commit. */
            releases?: {
                [key: string]: {
                    /** @enum {string} */
                    update_status?: "rejected" | "downloading" | "downloaded" | "applying changes" | "aborted" | "done";
                    /** @description By name. */
                    services?: {
                        [key: string]: components["schemas"]["ServiceReport"];
                    };
                };
            };
        };
        /** @description By uuid of the device; only what has changed. */
        StateReport: {
            [key: string]: {
                status?: string;
                download_progress?: number | null;
                name?: string;
                /** @description Whether it is online. Its cloudlink does not change. */
                is_online?: boolean;
                os_version?: string;
                os_variant?: string;
                supervisor_version?: string;
                api_port?: number;
                api_secret?: string | null;
                ip_address?: string;
                mac_address?: string;
                provisioning_progress?: number | null;
                provisioning_state?: string | null;
                cpu_usage?: number | null;
                cpu_temp?: number | null;
                cpu_id?: string | null;
                is_undervolted?: boolean;
                memory_usage?: number | null;
                memory_total?: number | null;
                storage_block_device?: string | null;
                storage_usage?: number | null;
                storage_total?: number | null;
                /** @description By uuid of the fleet. */
                apps?: {
                    [key: string]: components["schemas"]["AppReport"];
                };
            };
        };
        state_Registration: {
            user?: number | string | null;
            /** @description Its id, as a number or as text. */
            application: number | string;
            uuid: string;
            /** @description A slug. */
            device_type: string;
            /** @description The secret the device would like to have. */
            api_key?: string;
            supervisor_version?: string;
            os_version?: string;
            os_variant?: string;
            mac_address?: string;
        };
        Registered: {
            id: number;
            uuid: string;
            api_key: string;
        };
        /** @enum {string} */
        ScriptStatus: "configuring" | "done" | "error" | "idle" | "in_progress";
        /** @description One run of the health checks, or that there was none. */
        Checks: {
            /** @constant */
            action?: "checks";
            status: components["schemas"]["ScriptStatus"];
            stdout?: {
                diagnose_version: string;
                checks: {
                    name: string;
                    success: boolean;
                    status: string;
                }[];
            };
            stderr?: string;
            error?: string;
            /** Format: date-time */
            lastRun?: string;
        };
        /** @description What to run a script with; scripts take no parameters of their own yet. */
        Run: {
            parameters?: Record<string, never>;
        };
        /** @description One run of the diagnostics, or that there was none. */
        Diagnostics: {
            /** @constant */
            action?: "diagnose";
            status: components["schemas"]["ScriptStatus"];
            stdout?: string;
            stderr?: string;
            error?: string;
            /** Format: date-time */
            lastRun?: string;
        };
        /** @description How far the replacement of the operating system is. */
        OsUpdate: {
            /** @enum {string} */
            status: "idle" | "in_progress" | "done" | "error" | "configuring" | "triggered";
            parameters?: {
                target_version?: string;
            };
            error?: string;
            fatal?: boolean;
        };
        /** @description Where to go. */
        OsUpdateRun: {
            parameters: {
                /** @description A published version, with `.prod` or `.dev` behind it or not. */
                target_version: string;
            };
        };
        /** @description Whether a build has begun. */
        Started: {
            started: boolean;
            releaseId?: number;
            error?: string;
            message?: string;
        };
        /** @description A JSON array that goes on until the build is over, of objects with `message`, and perhaps `isError`; one of `type` metadata has the release's id as the `value` of `resource` buildLogId. */
        Messages: string;
        /** @description Where the source is. */
        FromUrl: {
            /** @description A gzipped tarball that anybody may fetch. */
            url: string;
            /** @description Whether the archive has one folder around everything. */
            shouldFlatten?: boolean;
        };
        /** @description What will come. */
        UploadBeginning: {
            asset: {
                filename: string;
                content_type: string;
                size: number;
                chunk_size: number;
            };
        };
        /** @description Where to put each part. */
        UploadBegun: {
            asset: {
                uuid: string;
                uploadParts: {
                    url: string;
                    chunkSize: number;
                    partNumber: number;
                }[];
            };
        };
        /** @description What was put, by the ETag that each part was answered with. */
        UploadCommit: {
            uuid: string;
            providerCommitData: {
                Parts: {
                    PartNumber: number;
                    ETag: string;
                }[];
            };
        };
        /** @description A stored file; the address works for a while only. */
        File: {
            href: string;
            filename: string;
            content_type?: string;
            content_disposition?: string;
            size?: number;
            checksum?: string;
        };
        UploadName: {
            uuid: string;
        };
        /** @description A to-one relation that was not expanded. */
        Deferred: {
            __id: number;
        };
        /** @description The identity behind a user, a device or a fleet. */
        actor: {
            readonly id?: number;
            /** Format: date-time */
            readonly created_at?: string;
            /**
             * Format: date-time
             * @description Set by server on every write.
             */
            readonly modified_at?: string;
            readonly is_of__user?: components["schemas"]["user"][] | number;
            readonly is_of__application?: components["schemas"]["application"][] | number;
            readonly is_of__device?: components["schemas"]["device"][] | number;
            readonly api_key?: components["schemas"]["api_key"][] | number;
        };
        /** @description A person with an account. Deliberately thin in v7: no e-mail, no profile fields (see user_profile and the whoami calls). */
        user: {
            readonly id?: number;
            /** Format: date-time */
            readonly created_at?: string;
            /**
             * Format: date-time
             * @description Set by server on every write.
             */
            readonly modified_at?: string;
            /** @description Every user, device and application owns one actor. */
            readonly actor?: components["schemas"]["Deferred"] | components["schemas"]["actor"][];
            /** @description Auto-generated at sign-up on the hosted platform; `root` is forbidden. */
            readonly username?: string;
            /** @description Writing true mails the verification link again; nothing else of a user is written here. */
            has_been_sent_verification_email?: boolean;
            /** @description The personal/initial organization. */
            readonly has_legacy_link_to__organization?: components["schemas"]["Deferred"] | null | components["schemas"]["organization"][];
            readonly user_public_key?: components["schemas"]["user_public_key"][] | number;
            readonly organization_membership?: components["schemas"]["organization_membership"][] | number;
            readonly team_membership?: components["schemas"]["team_membership"][] | number;
            readonly user_application_membership?: components["schemas"]["user_application_membership"][] | number;
            readonly creates__invitee__is_invited_to__application?: components["schemas"]["application_invite"][] | number;
            readonly creates__invitee__is_invited_to__organization?: components["schemas"]["organization_invite"][] | number;
            readonly creates__release?: components["schemas"]["release"][] | number;
            readonly owns__social_service_account?: components["schemas"]["social_service_account"][] | number;
            readonly owns__device?: components["schemas"]["device"][] | number;
            readonly owns__recovery_two_factor?: components["schemas"]["recovery_two_factor"][] | number;
            readonly owns__saml_account?: components["schemas"]["saml_account"][] | number;
            readonly has_direct_access_to__application?: components["schemas"]["user__has_direct_access_to__application"][] | number;
            readonly user_profile?: components["schemas"]["user_profile"][] | number;
        };
        /** @description An organization that owns fleets and has members. */
        organization: {
            readonly id?: number;
            /** Format: date-time */
            readonly created_at?: string;
            /**
             * Format: date-time
             * @description Set by server on every write.
             */
            readonly modified_at?: string;
            /** @description Intended at most 100; duplicates allowed. */
            name?: string;
            /** @description Derived from name at creation on the hosted platform; lower-case word characters; unique. */
            handle?: string;
            company_name?: string | null;
            readonly billing_account_code?: string | null;
            /**
             * Format: date-time
             * @description Since when a bill has been due.
             */
            readonly has_past_due_invoice_since__date?: string | null;
            /** @description Computed by billing. */
            readonly is_frozen?: boolean;
            industry?: string | null;
            website?: string | null;
            /** @description Sent as multipart. */
            logo_image?: components["schemas"]["File"] | null;
            /** @description Text; values not established. */
            readonly is_using__billing_version?: string | null;
            is_enforcing_saml_login?: boolean;
            readonly organization_membership?: components["schemas"]["organization_membership"][] | number;
            readonly identity_provider_membership?: components["schemas"]["identity_provider_membership"][] | number;
            readonly organization__has_private_access_to__device_type?: components["schemas"]["organization__has_private_access_to__device_type"][] | number;
            readonly organization_credit_notification?: components["schemas"]["organization_credit_notification"][] | number;
            readonly application?: components["schemas"]["application"][] | number;
            readonly owns__team?: components["schemas"]["team"][] | number;
            readonly owns__credit_bundle?: components["schemas"]["credit_bundle"][] | number;
            readonly invitee__is_invited_to__organization?: components["schemas"]["organization_invite"][] | number;
            readonly includes_legacy_link_to__user?: components["schemas"]["user"][] | number;
            readonly subscription?: components["schemas"]["subscription"][] | number;
        };
        /** @description That a person belongs to an organization, and as what. */
        organization_membership: {
            readonly id?: number;
            /** Format: date-time */
            readonly created_at?: string;
            /**
             * Format: date-time
             * @description Set by server on every write.
             */
            readonly modified_at?: string;
            user?: components["schemas"]["Deferred"] | components["schemas"]["user"][];
            is_member_of__organization?: components["schemas"]["Deferred"] | components["schemas"]["organization"][];
            organization_membership_role?: components["schemas"]["Deferred"] | components["schemas"]["organization_membership_role"][];
            /** @description Computed highest role; values inferred: administrator, developer, safe-developer or limited_developer, operator, safe-operator or limited_operator, observer, member. */
            readonly effective_seat_role?: string;
            /** @description The person by name, instead of `user`. */
            username?: string;
            readonly organization_membership_tag?: components["schemas"]["organization_membership_tag"][] | number;
        };
        /** @description An address that was invited somewhere. */
        invitee: {
            readonly id?: number;
            /** Format: date-time */
            readonly created_at?: string;
            /**
             * Format: date-time
             * @description Set by server on every write.
             */
            readonly modified_at?: string;
            email?: string;
            readonly application_invite?: components["schemas"]["application_invite"][] | number;
            readonly organization_invite?: components["schemas"]["organization_invite"][] | number;
        };
        /** @description A kind of hardware. */
        device_type: {
            readonly id?: number;
            /** Format: date-time */
            readonly created_at?: string;
            /**
             * Format: date-time
             * @description Set by server on every write.
             */
            readonly modified_at?: string;
            readonly slug?: string;
            readonly name?: string;
            readonly is_of__cpu_architecture?: components["schemas"]["Deferred"] | components["schemas"]["cpu_architecture"][];
            /** @description Data URL text. */
            readonly logo?: string | null;
            /** @description The hardware contract: slug, name, aliases, data (arch, led, connectivity, media …) and the texts of its instructions. */
            readonly contract?: Record<string, never> | null;
            readonly belongs_to__device_family?: components["schemas"]["Deferred"] | null | components["schemas"]["device_family"][];
            readonly is_private?: boolean;
            readonly is_default_for__application?: components["schemas"]["application"][] | number;
            readonly device?: components["schemas"]["device"][] | number;
            readonly describes__device?: components["schemas"]["device"][] | number;
            readonly public_device?: components["schemas"]["public_device"][] | number;
            readonly device_type_alias?: components["schemas"]["device_type_alias"][] | number;
            readonly is_accessible_privately_by__organization?: components["schemas"]["organization__has_private_access_to__device_type"][] | number;
            readonly device_history?: components["schemas"]["device_history"][] | number;
        };
        /** @description A processor architecture. */
        cpu_architecture: {
            readonly id?: number;
            /** Format: date-time */
            readonly created_at?: string;
            /**
             * Format: date-time
             * @description Set by server on every write.
             */
            readonly modified_at?: string;
            /** @enum {string} */
            readonly slug?: "rpi" | "armv7hf" | "aarch64" | "i386-nlp" | "i386" | "amd64";
            readonly is_supported_by__device_type?: components["schemas"]["device_type"][] | number;
        };
        /** @description A maker of devices. */
        device_manufacturer: {
            readonly id?: number;
            /** Format: date-time */
            readonly created_at?: string;
            /**
             * Format: date-time
             * @description Set by server on every write.
             */
            readonly modified_at?: string;
            readonly slug?: string;
            readonly name?: string;
        };
        /** @description A family of device types. */
        device_family: {
            readonly id?: number;
            /** Format: date-time */
            readonly created_at?: string;
            /**
             * Format: date-time
             * @description Set by server on every write.
             */
            readonly modified_at?: string;
            readonly slug?: string;
            readonly name?: string;
            readonly is_manufactured_by__device_manufacturer?: components["schemas"]["Deferred"] | null | components["schemas"]["device_manufacturer"][];
            readonly device_type?: components["schemas"]["device_type"][] | number;
        };
        /** @description A fleet, app or block. */
        application: {
            readonly id?: number;
            /** Format: date-time */
            readonly created_at?: string;
            /**
             * Format: date-time
             * @description Set by server on every write.
             */
            readonly modified_at?: string;
            /** @description Provisioning keys hang off this actor. */
            readonly actor?: components["schemas"]["Deferred"] | components["schemas"]["actor"][];
            /** @description Default true. */
            should_track_latest_release?: boolean;
            /** @enum {string} */
            is_of__class?: "fleet" | "block" | "app";
            /** @description Changed to transfer the fleet. */
            organization?: components["schemas"]["Deferred"] | components["schemas"]["organization"][];
            /** @description Unique in the organization whatever the case. */
            app_name?: string;
            /** @description `{org handle}/{app_name lower-cased}`; recomputed on rename or transfer. */
            slug?: string;
            /** @description Default device type; change only within the same CPU architecture. */
            is_for__device_type?: components["schemas"]["Deferred"] | components["schemas"]["device_type"][];
            /** @description The target of the fleet; a pin sets this and ends tracking. */
            should_be_running__release?: components["schemas"]["Deferred"] | null | components["schemas"]["release"][];
            /** @description Default type is applied when omitted. */
            application_type?: components["schemas"]["Deferred"] | components["schemas"]["application_type"][];
            /** @description True for OS releases. */
            readonly is_host?: boolean;
            /** @description True for discontinued host apps. */
            is_archived?: boolean;
            /** @description 32 lower-case hex; may be chosen at creation. */
            uuid?: string;
            is_public?: boolean;
            /**
             * Format: date-time
             * @description Written as milliseconds or null.
             */
            is_accessible_by_support_until__date?: string | null;
            readonly is_discoverable?: boolean;
            is_stored_at__repository_url?: string | null;
            readonly application_environment_variable?: components["schemas"]["application_environment_variable"][] | number;
            readonly application_config_variable?: components["schemas"]["application_config_variable"][] | number;
            readonly service?: components["schemas"]["service"][] | number;
            readonly application_tag?: components["schemas"]["application_tag"][] | number;
            readonly application_domain_mapping?: components["schemas"]["application_domain_mapping"][] | number;
            readonly build_environment_variable?: components["schemas"]["build_environment_variable"][] | number;
            readonly owns__device?: components["schemas"]["device"][] | number;
            readonly owns__release?: components["schemas"]["release"][] | number;
            readonly owns__public_device?: components["schemas"]["public_device"][] | number;
            readonly team_application_access?: components["schemas"]["team_application_access"][] | number;
            readonly user_application_membership?: components["schemas"]["user_application_membership"][] | number;
            readonly invitee__is_invited_to__application?: components["schemas"]["application_invite"][] | number;
            readonly is_directly_accessible_by__user?: components["schemas"]["user__has_direct_access_to__application"][] | number;
            readonly can_use__application_as_host?: components["schemas"]["application__can_use__application_as_host"][] | number;
        };
        /** @description A version taken apart. */
        Version: {
            raw: string;
            version: string;
            major: number;
            minor: number;
            patch: number;
            prerelease: (string | number)[];
            build: (string | number)[];
        };
        /** @description One version of the services of a fleet. */
        release: {
            readonly id?: number;
            /** Format: date-time */
            readonly created_at?: string;
            /**
             * Format: date-time
             * @description Set by server on every write.
             */
            readonly modified_at?: string;
            belongs_to__application?: components["schemas"]["Deferred"] | components["schemas"]["application"][];
            /** @description Hex. */
            commit?: string;
            /** @description Compose document as an object. */
            composition?: Record<string, never>;
            /** @enum {string} */
            status?: "running" | "success" | "failed" | "error" | "cancelled" | "interrupted";
            /** @enum {string} */
            source?: "cloud" | "local";
            /** @description Mostly null; per-image logs carry the text. */
            build_log?: string | null;
            is_invalidated?: boolean;
            /** Format: date-time */
            start_timestamp?: string;
            /** Format: date-time */
            end_timestamp?: string | null;
            /**
             * Format: date-time
             * @description Renewed by the builder; a running release without news for 120 s has timed out.
             */
            update_timestamp?: string;
            /** @description Legacy free text. */
            release_version?: string | null;
            contract?: Record<string, never> | null;
            /** @description Default true. */
            is_passing_tests?: boolean;
            /** Format: date-time */
            readonly is_finalized_at__date?: string | null;
            /**
             * @description Used on OS releases.
             * @enum {string|null}
             */
            phase?: "next" | "current" | "sunset" | "end-of-life" | null;
            /** @description False for a draft; only ever turns true. */
            is_final?: boolean;
            /** @description PATCHable `x.y.z`; default 0.0.0. */
            semver?: string;
            semver_major?: number;
            semver_minor?: number;
            semver_patch?: number;
            semver_prerelease?: string;
            semver_build?: string;
            variant?: string;
            /** @description Assigned by server on finalize; null for drafts. The open-source backend lets users change it. */
            readonly revision?: number | null;
            /** @description Computed from the version, the revision and the variant. */
            readonly raw_version?: string;
            /** @description The parsed form of `raw_version`. */
            readonly version?: components["schemas"]["Version"];
            known_issue_list?: string | null;
            note?: string | null;
            /** @description Only when invalidated. */
            invalidation_reason?: string | null;
            is_created_by__user?: components["schemas"]["Deferred"] | null | components["schemas"]["user"][];
            readonly release_tag?: components["schemas"]["release_tag"][] | number;
            readonly release_asset?: components["schemas"]["release_asset"][] | number;
            readonly release_image?: components["schemas"]["release_image"][] | number;
            readonly should_be_running_on__application?: components["schemas"]["application"][] | number;
            readonly should_be_running_on__device?: components["schemas"]["device"][] | number;
            readonly is_running_on__device?: components["schemas"]["device"][] | number;
            readonly is_pinned_to__device?: components["schemas"]["device"][] | number;
            readonly should_operate__device?: components["schemas"]["device"][] | number;
            readonly should_manage__device?: components["schemas"]["device"][] | number;
            readonly provides__device__installs__image?: components["schemas"]["image_install"][] | number;
        };
        /** @description A tag on a release. */
        release_tag: {
            readonly id?: number;
            /** Format: date-time */
            readonly created_at?: string;
            /**
             * Format: date-time
             * @description Set by server on every write.
             */
            readonly modified_at?: string;
            release?: components["schemas"]["Deferred"] | components["schemas"]["release"][];
            /** @description No whitespace; prefixes as in device_tag. */
            tag_key?: string;
            value?: string;
        };
        /** @description A file attached to a release. */
        release_asset: {
            readonly id?: number;
            /** Format: date-time */
            readonly created_at?: string;
            /**
             * Format: date-time
             * @description Set by server on every write.
             */
            readonly modified_at?: string;
            release?: components["schemas"]["Deferred"] | components["schemas"]["release"][];
            asset_key?: string;
            /** @description File name of at most 255 characters. */
            asset?: components["schemas"]["File"] | null;
        };
        /** @description A service that releases of a fleet contain, by name. */
        service: {
            readonly id?: number;
            /** Format: date-time */
            readonly created_at?: string;
            /**
             * Format: date-time
             * @description Set by server on every write.
             */
            readonly modified_at?: string;
            application?: components["schemas"]["Deferred"] | components["schemas"]["application"][];
            service_name?: string;
            readonly service_label?: components["schemas"]["service_label"][] | number;
            readonly service_environment_variable?: components["schemas"]["service_environment_variable"][] | number;
            readonly service_install?: components["schemas"]["service_install"][] | number;
            readonly is_built_by__image?: components["schemas"]["image"][] | number;
        };
        /** @description A label on a service of a fleet. */
        service_label: {
            readonly id?: number;
            /** Format: date-time */
            readonly created_at?: string;
            /**
             * Format: date-time
             * @description Set by server on every write.
             */
            readonly modified_at?: string;
            service?: components["schemas"]["Deferred"] | components["schemas"]["service"][];
            label_name?: string;
            value?: string;
        };
        /** @description A variable of one service of a fleet. */
        service_environment_variable: {
            readonly id?: number;
            /** Format: date-time */
            readonly created_at?: string;
            /**
             * Format: date-time
             * @description Set by server on every write.
             */
            readonly modified_at?: string;
            service?: components["schemas"]["Deferred"] | components["schemas"]["service"][];
            name?: string;
            value?: string;
        };
        /** @description One machine. */
        device: {
            readonly id?: number;
            /** Format: date-time */
            readonly created_at?: string;
            /**
             * Format: date-time
             * @description Set by server on every write.
             */
            readonly modified_at?: string;
            /** @description Device API keys hang off this actor. */
            readonly actor?: components["schemas"]["Deferred"] | components["schemas"]["actor"][];
            /** @enum {string} */
            readonly api_heartbeat_state?: "online" | "offline" | "timeout" | "unknown";
            /** Format: date-time */
            readonly changed_api_heartbeat_state_on__date?: string | null;
            /** @description 32 or 62 lower-case hex; 62 is legacy. */
            uuid?: string;
            /** @description Legacy. */
            local_id?: string | null;
            /** @description Where the supervisor's own API listens; null before first contact. */
            readonly api_port?: number | null;
            /** @description What the supervisor's own API asks for, when the device has told it. */
            readonly api_secret?: string | null;
            /** @description No newline; random two-word name when omitted. */
            device_name?: string;
            note?: string | null;
            is_of__device_type?: components["schemas"]["Deferred"] | components["schemas"]["device_type"][];
            /** @description Normally set. */
            belongs_to__application?: components["schemas"]["Deferred"] | null | components["schemas"]["application"][];
            /** @description Follows the VPN flag. */
            is_online?: boolean;
            /**
             * Format: date-time
             * @description Set by server whenever is_online / VPN changes.
             */
            last_connectivity_event?: string | null;
            /** @description Whether cloudlink is up. A write also sets is_online. */
            readonly is_connected_to_vpn?: boolean;
            /** Format: date-time */
            readonly last_vpn_event?: string | null;
            /**
             * Format: date-time
             * @description Shown as an update lock; not the lock a service holds.
             */
            is_locked_until__date?: string | null;
            public_address?: string | null;
            /** @description Space-separated list. */
            ip_address?: string | null;
            /** @description Space-separated list. */
            mac_address?: string | null;
            /** @description Public device URL switch. */
            is_web_accessible?: boolean;
            /** @description MiB. */
            memory_usage?: number | null;
            /** @description MiB. */
            memory_total?: number | null;
            /** @description Such as /dev/mmcblk0p6. */
            storage_block_device?: string | null;
            /** @description MiB. */
            storage_usage?: number | null;
            /** @description MiB. */
            storage_total?: number | null;
            /** @description Percent. */
            cpu_usage?: number | null;
            /** @description °C. */
            cpu_temp?: number | null;
            is_undervolted?: boolean;
            cpu_id?: string | null;
            /** @description Reported. */
            is_running__release?: components["schemas"]["Deferred"] | null | components["schemas"]["release"][];
            /** @description Percent or null. */
            download_progress?: number | null;
            /** @description Reported free text: Idle, Downloading, Updating, configuring, Post-Provisioning…. */
            status?: string | null;
            /** @description Such as `balenaOS 6.1.0+rev1`. */
            os_version?: string | null;
            /** @enum {string|null} */
            os_variant?: "prod" | "dev" | null;
            /**
             * @description Computed.
             * @enum {string}
             */
            readonly overall_status?: "configuring" | "post-provisioning" | "updating" | "operational" | "reduced-functionality" | "disconnected" | "inactive";
            /** @description Computed 0–100 or null. */
            readonly overall_progress?: number | null;
            /** @description Sent on register or state patch. */
            supervisor_version?: string | null;
            /** @description Integer percent. */
            provisioning_progress?: number | null;
            /** @description Text, empty string once done. */
            provisioning_state?: string | null;
            is_managed_by__service_instance?: components["schemas"]["Deferred"] | null | components["schemas"]["service_instance"][];
            /** @description This is the pin; must be a success release of the same fleet. */
            is_pinned_on__release?: components["schemas"]["Deferred"] | null | components["schemas"]["release"][];
            /** @description Computed: pin, else the fleet target. */
            readonly should_be_running__release?: components["schemas"]["Deferred"] | null | components["schemas"]["release"][];
            /** @description Target OS release (host app of same device type). */
            should_be_operated_by__release?: components["schemas"]["Deferred"] | null | components["schemas"]["release"][];
            /** @description Target supervisor release. */
            should_be_managed_by__release?: components["schemas"]["Deferred"] | null | components["schemas"]["release"][];
            /**
             * @description Reported by supervisors from 16.7.0 on.
             * @enum {string|null}
             */
            update_status?: "rejected" | "downloading" | "downloaded" | "applying changes" | "aborted" | "done" | null;
            /**
             * Format: date-time
             * @description Set by server when update_status changes.
             */
            last_update_status_event?: string | null;
            belongs_to__user?: components["schemas"]["Deferred"] | null | components["schemas"]["user"][];
            /** @description Text number, from GeoIP. */
            readonly latitude?: string | null;
            /** @description Text number, from GeoIP. */
            readonly longitude?: string | null;
            /** @description Text; empty string unsets. */
            custom_latitude?: string | null;
            /** @description Text; empty string unsets. */
            custom_longitude?: string | null;
            /** @description Human text of the geo location. */
            readonly location?: string | null;
            /**
             * Format: date-time
             * @description Written as milliseconds or null.
             */
            is_accessible_by_support_until__date?: string | null;
            /** @description False when deactivated. */
            is_active?: boolean;
            /** @description Computed by plan allowance. */
            readonly is_frozen?: boolean;
            readonly device_environment_variable?: components["schemas"]["device_environment_variable"][] | number;
            readonly device_config_variable?: components["schemas"]["device_config_variable"][] | number;
            readonly device_tag?: components["schemas"]["device_tag"][] | number;
            readonly device_domain_mapping?: components["schemas"]["device_domain_mapping"][] | number;
            readonly image_install?: components["schemas"]["image_install"][] | number;
            readonly service_install?: components["schemas"]["service_install"][] | number;
        };
        /** @description A service that a device has or should have. Created by the server for every (device, service of its target release); the anchor for per-device service variables. */
        service_install: {
            readonly id?: number;
            /** Format: date-time */
            readonly created_at?: string;
            /**
             * Format: date-time
             * @description Set by server on every write.
             */
            readonly modified_at?: string;
            device?: components["schemas"]["Deferred"] | components["schemas"]["device"][];
            installs__service?: components["schemas"]["Deferred"] | components["schemas"]["service"][];
            readonly device_service_environment_variable?: components["schemas"]["device_service_environment_variable"][] | number;
        };
        /** @description A variable of one service on one device. */
        device_service_environment_variable: {
            readonly id?: number;
            /** Format: date-time */
            readonly created_at?: string;
            /**
             * Format: date-time
             * @description Set by server on every write.
             */
            readonly modified_at?: string;
            service_install?: components["schemas"]["Deferred"] | components["schemas"]["service_install"][];
            name?: string;
            /** @description Intended at most 100 000 characters. */
            value?: string;
        };
        /** @description One build of one service. */
        image: {
            readonly id?: number;
            /** Format: date-time */
            readonly created_at?: string;
            /**
             * Format: date-time
             * @description Set by server on every write.
             */
            readonly modified_at?: string;
            /** Format: date-time */
            start_timestamp?: string;
            /** Format: date-time */
            end_timestamp?: string | null;
            dockerfile?: string | null;
            is_a_build_of__service?: components["schemas"]["Deferred"] | components["schemas"]["service"][];
            /** @description Bytes; JSON string on the wire. */
            image_size?: string | null;
            /** @description Set by server when omitted: registry host + `/v2/` + 32 hex. */
            is_stored_at__image_location?: string;
            /** @description One of a closed list: Standard Dockerfile, Dockerfile.template, local deploy, external service, NodeJS, …. */
            project_type?: string | null;
            error_message?: string | null;
            /** @description Large: select only on demand. */
            build_log?: string | null;
            /** Format: date-time */
            push_timestamp?: string | null;
            /**
             * @description A `success` image has a push_timestamp.
             * @enum {string}
             */
            status?: "running" | "success" | "failed" | "error" | "cancelled" | "interrupted";
            /** @description `sha256:…` (71 chars). */
            content_hash?: string | null;
            contract?: Record<string, never> | null;
            readonly image_install?: components["schemas"]["image_install"][] | number;
            readonly release_image?: components["schemas"]["release_image"][] | number;
            readonly is__origin__of__delta?: components["schemas"]["delta"][] | number;
            readonly is_produced_by__delta?: components["schemas"]["delta"][] | number;
        };
        /** @description An image on a device, and how far it has come. One row per (device, image). Rows of removed images stay with status `deleted`; every client filters `status ne 'deleted'`. */
        image_install: {
            readonly id?: number;
            /** Format: date-time */
            readonly created_at?: string;
            /**
             * Format: date-time
             * @description Set by server on every write.
             */
            readonly modified_at?: string;
            device?: components["schemas"]["Deferred"] | components["schemas"]["device"][];
            installs__image?: components["schemas"]["Deferred"] | components["schemas"]["image"][];
            /** Format: date-time */
            install_date?: string;
            /** @description Percent while Downloading, else null. */
            download_progress?: number | null;
            /** @enum {string} */
            status?: "Stopping" | "Stopped" | "Downloading" | "Downloaded" | "Installing" | "Installed" | "Starting" | "Running" | "Idle" | "Handing over" | "Awaiting handover" | "Deleting" | "deleted" | "Dead" | "paused" | "restarting" | "removing" | "exited" | "configuring" | "Unknown";
            is_provided_by__release?: components["schemas"]["Deferred"] | components["schemas"]["release"][];
        };
        /** @description An image that is part of a release. Join between release and image; expand path is `release_image($expand=image)`. */
        release_image: {
            readonly id?: number;
            /** Format: date-time */
            readonly created_at?: string;
            /**
             * Format: date-time
             * @description Set by server on every write.
             */
            readonly modified_at?: string;
            image?: components["schemas"]["Deferred"] | components["schemas"]["image"][];
            is_part_of__release?: components["schemas"]["Deferred"] | components["schemas"]["release"][];
            readonly image_label?: components["schemas"]["image_label"][] | number;
            readonly image_environment_variable?: components["schemas"]["image_environment_variable"][] | number;
        };
        /** @description The difference between two images. Builder side only. */
        delta: {
            readonly id?: number;
            /** Format: date-time */
            readonly created_at?: string;
            /**
             * Format: date-time
             * @description Set by server on every write.
             */
            readonly modified_at?: string;
            originates_from__image?: components["schemas"]["Deferred"] | null | components["schemas"]["image"][];
            produces__image?: components["schemas"]["Deferred"] | components["schemas"]["image"][];
            version?: number;
            status?: string;
            error_message?: string | null;
            is_stored_at__location?: string | null;
            size?: string | null;
            /** Format: date-time */
            update_timestamp?: string;
            /** Format: date-time */
            end_timestamp?: string | null;
        };
        /** @description A label fixed in an image of a release. */
        image_label: {
            readonly id?: number;
            /** Format: date-time */
            readonly created_at?: string;
            /**
             * Format: date-time
             * @description Set by server on every write.
             */
            readonly modified_at?: string;
            release_image?: components["schemas"]["Deferred"] | components["schemas"]["release_image"][];
            label_name?: string;
            value?: string;
        };
        /** @description A variable fixed in an image of a release. */
        image_environment_variable: {
            readonly id?: number;
            /** Format: date-time */
            readonly created_at?: string;
            /**
             * Format: date-time
             * @description Set by server on every write.
             */
            readonly modified_at?: string;
            release_image?: components["schemas"]["Deferred"] | components["schemas"]["release_image"][];
            name?: string;
            value?: string;
        };
        /** @description An instance of the cloudlink service. */
        service_instance: {
            readonly id?: number;
            /** Format: date-time */
            readonly created_at?: string;
            /**
             * Format: date-time
             * @description Set by server on every write.
             */
            readonly modified_at?: string;
            readonly ip_address?: string;
            readonly manages__device?: components["schemas"]["device"][] | number;
        };
        /** @description A variable that every service on one device sees. */
        device_environment_variable: {
            readonly id?: number;
            /** Format: date-time */
            readonly created_at?: string;
            /**
             * Format: date-time
             * @description Set by server on every write.
             */
            readonly modified_at?: string;
            device?: components["schemas"]["Deferred"] | components["schemas"]["device"][];
            /** @description Does not begin with RESIN_ or BALENA_ or a digit; letters, digits, underscore. */
            name?: string;
            /** @description Intended at most 100 000 characters. */
            value?: string;
        };
        /** @description A configuration variable of one device. */
        device_config_variable: {
            readonly id?: number;
            /** Format: date-time */
            readonly created_at?: string;
            /**
             * Format: date-time
             * @description Set by server on every write.
             */
            readonly modified_at?: string;
            device?: components["schemas"]["Deferred"] | components["schemas"]["device"][];
            /** @description Begins with RESIN_ or BALENA_; colons allowed. */
            name?: string;
            /** @description Intended at most 100 000 characters. */
            value?: string;
        };
        /** @description A tag on a device. */
        device_tag: {
            readonly id?: number;
            /** Format: date-time */
            readonly created_at?: string;
            /**
             * Format: date-time
             * @description Set by server on every write.
             */
            readonly modified_at?: string;
            device?: components["schemas"]["Deferred"] | components["schemas"]["device"][];
            /** @description No whitespace, not beginning with `io.resin.` / `io.balena.`. */
            tag_key?: string;
            /** @description Intended at most 10 000 characters. */
            value?: string;
        };
        /** @description A custom domain of a device. */
        device_domain_mapping: {
            readonly id?: number;
            /** Format: date-time */
            readonly created_at?: string;
            /**
             * Format: date-time
             * @description Set by server on every write.
             */
            readonly modified_at?: string;
            device?: components["schemas"]["Deferred"] | components["schemas"]["device"][];
            fqdn?: string;
        };
        /** @description An anonymous device of a public fleet. */
        public_device: {
            readonly is_of__device_type?: components["schemas"]["Deferred"] | components["schemas"]["device_type"][];
            readonly belongs_to__application?: components["schemas"]["Deferred"] | null | components["schemas"]["application"][];
            readonly latitude?: string | null;
            readonly longitude?: string | null;
            readonly was_recently_online?: boolean;
        };
        /** @description A name by which a device type may be referred to. */
        device_type_alias: {
            readonly id?: number;
            /** Format: date-time */
            readonly created_at?: string;
            /**
             * Format: date-time
             * @description Set by server on every write.
             */
            readonly modified_at?: string;
            readonly device_type?: components["schemas"]["Deferred"] | components["schemas"]["device_type"][];
            /** @description Includes the slug itself; SDK looks device types up through it. */
            readonly is_referenced_by__alias?: string;
        };
        /** @description A private device type open to an organization. */
        organization__has_private_access_to__device_type: {
            readonly id?: number;
            /** Format: date-time */
            readonly created_at?: string;
            /**
             * Format: date-time
             * @description Set by server on every write.
             */
            readonly modified_at?: string;
            readonly organization?: components["schemas"]["Deferred"] | components["schemas"]["organization"][];
            readonly has_private_access_to__device_type?: components["schemas"]["Deferred"] | components["schemas"]["device_type"][];
        };
        /** @description What a device was over a period. Append-only; one row per period. */
        device_history: {
            readonly id?: number;
            /** Format: date-time */
            readonly created_at?: string;
            /**
             * Format: date-time
             * @description Set by server on every write.
             */
            readonly modified_at?: string;
            /** Format: date-time */
            readonly end_timestamp?: string | null;
            readonly is_created_by__actor?: components["schemas"]["Deferred"] | null | components["schemas"]["actor"][];
            readonly is_ended_by__actor?: components["schemas"]["Deferred"] | null | components["schemas"]["actor"][];
            readonly tracks__device?: components["schemas"]["Deferred"] | null | components["schemas"]["device"][];
            readonly tracks__actor?: components["schemas"]["Deferred"] | null | components["schemas"]["actor"][];
            readonly uuid?: string | null;
            readonly belongs_to__application?: components["schemas"]["Deferred"] | null | components["schemas"]["application"][];
            readonly is_active?: boolean;
            readonly is_running__release?: components["schemas"]["Deferred"] | null | components["schemas"]["release"][];
            readonly is_pinned_on__release?: components["schemas"]["Deferred"] | null | components["schemas"]["release"][];
            readonly is_managed_by__service_instance?: components["schemas"]["Deferred"] | null | components["schemas"]["service_instance"][];
            readonly os_version?: string | null;
            /** @enum {string|null} */
            readonly os_variant?: "prod" | "dev" | null;
            readonly supervisor_version?: string | null;
            readonly is_of__device_type?: components["schemas"]["Deferred"] | null | components["schemas"]["device_type"][];
            readonly cpu_id?: string | null;
            readonly should_be_managed_by__release?: components["schemas"]["Deferred"] | null | components["schemas"]["release"][];
        };
        /** @description What a fleet of this type may do. */
        application_type: {
            readonly id?: number;
            /** Format: date-time */
            readonly created_at?: string;
            /**
             * Format: date-time
             * @description Set by server on every write.
             */
            readonly modified_at?: string;
            readonly name?: string;
            readonly supports_web_url?: boolean;
            readonly supports_multicontainer?: boolean;
            readonly supports_gateway_mode?: boolean;
            /** @description Semver range text, e.g. `>=2.11.0`; shown to device moves. */
            readonly needs__os_version_range?: string | null;
            readonly requires_payment?: boolean;
            readonly is_legacy?: boolean;
            /** @description `default` on the open backend; hosted also has legacy ones. */
            readonly slug?: string;
            readonly description?: string | null;
            readonly maximum_device_count?: number | null;
            readonly is_of__application?: components["schemas"]["application"][] | number;
        };
        /** @description A variable that every service of a fleet sees. */
        application_environment_variable: {
            readonly id?: number;
            /** Format: date-time */
            readonly created_at?: string;
            /**
             * Format: date-time
             * @description Set by server on every write.
             */
            readonly modified_at?: string;
            application?: components["schemas"]["Deferred"] | components["schemas"]["application"][];
            /** @description Does not begin with RESIN_ or BALENA_ or a digit; letters, digits, underscore. */
            name?: string;
            /** @description Intended at most 100 000 characters. */
            value?: string;
        };
        /** @description A configuration variable of a fleet: read by the supervisor and the host. */
        application_config_variable: {
            readonly id?: number;
            /** Format: date-time */
            readonly created_at?: string;
            /**
             * Format: date-time
             * @description Set by server on every write.
             */
            readonly modified_at?: string;
            application?: components["schemas"]["Deferred"] | components["schemas"]["application"][];
            /** @description Begins with RESIN_ or BALENA_; colons allowed. */
            name?: string;
            /** @description Intended at most 100 000 characters. */
            value?: string;
        };
        /** @description A tag on a fleet. */
        application_tag: {
            readonly id?: number;
            /** Format: date-time */
            readonly created_at?: string;
            /**
             * Format: date-time
             * @description Set by server on every write.
             */
            readonly modified_at?: string;
            application?: components["schemas"]["Deferred"] | components["schemas"]["application"][];
            /** @description No whitespace; prefixes as in device_tag. */
            tag_key?: string;
            value?: string;
        };
        /** @description A custom domain of a fleet. */
        application_domain_mapping: {
            readonly id?: number;
            /** Format: date-time */
            readonly created_at?: string;
            /**
             * Format: date-time
             * @description Set by server on every write.
             */
            readonly modified_at?: string;
            application?: components["schemas"]["Deferred"] | components["schemas"]["application"][];
            domain?: string;
        };
        /** @description A variable that only builds of a fleet see. */
        build_environment_variable: {
            readonly id?: number;
            /** Format: date-time */
            readonly created_at?: string;
            /**
             * Format: date-time
             * @description Set by server on every write.
             */
            readonly modified_at?: string;
            application?: components["schemas"]["Deferred"] | components["schemas"]["application"][];
            name?: string;
            value?: string;
        };
        /** @description Access of a team to a fleet. */
        team_application_access: {
            readonly id?: number;
            /** Format: date-time */
            readonly created_at?: string;
            /**
             * Format: date-time
             * @description Set by server on every write.
             */
            readonly modified_at?: string;
            team?: components["schemas"]["Deferred"] | components["schemas"]["team"][];
            grants_access_to__application?: components["schemas"]["Deferred"] | components["schemas"]["application"][];
            application_membership_role?: components["schemas"]["Deferred"] | components["schemas"]["application_membership_role"][];
        };
        /** @description A group of members that is given access to fleets together. */
        team: {
            readonly id?: number;
            /** Format: date-time */
            readonly created_at?: string;
            /**
             * Format: date-time
             * @description Set by server on every write.
             */
            readonly modified_at?: string;
            belongs_to__organization?: components["schemas"]["Deferred"] | components["schemas"]["organization"][];
            name?: string;
            description?: string | null;
            readonly team_application_access?: components["schemas"]["team_application_access"][] | number;
            readonly team_membership?: components["schemas"]["team_membership"][] | number;
        };
        /** @description That a person belongs to a team. */
        team_membership: {
            readonly id?: number;
            /** Format: date-time */
            readonly created_at?: string;
            /**
             * Format: date-time
             * @description Set by server on every write.
             */
            readonly modified_at?: string;
            user?: components["schemas"]["Deferred"] | components["schemas"]["user"][];
            is_member_of__team?: components["schemas"]["Deferred"] | components["schemas"]["team"][];
            /** @description The person by name; the form official clients send instead of `user`. */
            username?: string;
        };
        /** @description An invitation to a fleet. POST takes `invitee` as an e-mail or username string, reads give a reference; the invite token is only ever e-mailed. */
        application_invite: {
            readonly id?: number;
            /** Format: date-time */
            readonly created_at?: string;
            /**
             * Format: date-time
             * @description Set by server on every write.
             */
            readonly modified_at?: string;
            invitee?: components["schemas"]["Deferred"] | components["schemas"]["invitee"][];
            is_invited_to__application?: components["schemas"]["Deferred"] | components["schemas"]["application"][];
            application_membership_role?: components["schemas"]["Deferred"] | components["schemas"]["application_membership_role"][];
            message?: string | null;
            readonly is_created_by__user?: components["schemas"]["Deferred"] | null | components["schemas"]["user"][];
        };
        /** @description A role on a fleet. Besides the fields below the hosted model exposes ~35 experimental `can_*` booleans and a nullable `belongs_to__organization` (custom roles); treat as optional. */
        application_membership_role: {
            readonly id?: number;
            /** Format: date-time */
            readonly created_at?: string;
            /**
             * Format: date-time
             * @description Set by server on every write.
             */
            readonly modified_at?: string;
            /** @description Developer, operator, observer; also safe-developer, safe-operator (administrator is an organization role). */
            readonly name?: string;
            readonly description?: string;
            readonly is_of__team__grants_access_to__application?: components["schemas"]["team_application_access"][] | number;
            readonly is_of__invitee__is_invited_to__application?: components["schemas"]["application_invite"][] | number;
            readonly is_of__user__is_member_of__application?: components["schemas"]["user_application_membership"][] | number;
        };
        /** @description Access of one person to a fleet. */
        user_application_membership: {
            readonly id?: number;
            /** Format: date-time */
            readonly created_at?: string;
            /**
             * Format: date-time
             * @description Set by server on every write.
             */
            readonly modified_at?: string;
            user?: components["schemas"]["Deferred"] | components["schemas"]["user"][];
            is_member_of__application?: components["schemas"]["Deferred"] | components["schemas"]["application"][];
            application_membership_role?: components["schemas"]["Deferred"] | components["schemas"]["application_membership_role"][];
            /** @description The person by name; the form official clients send instead of `user`. */
            username?: string;
        };
        /** @description Who has access to a fleet other than by its being public. Virtual join; its reverse name on application, `is_directly_accessible_by__user`, is the filter `any(dau:1 eq 1)` that every “my fleets” list uses. */
        user__has_direct_access_to__application: {
            readonly user?: components["schemas"]["Deferred"] | components["schemas"]["user"][];
            readonly has_direct_access_to__application?: components["schemas"]["Deferred"] | components["schemas"]["application"][];
        };
        /** @description Which host apps a fleet may run on. */
        application__can_use__application_as_host: {
            /** Format: date-time */
            readonly created_at?: string;
            /**
             * Format: date-time
             * @description Set by server on every write.
             */
            readonly modified_at?: string;
            readonly application?: components["schemas"]["Deferred"] | components["schemas"]["application"][];
            readonly can_use__application_as_host?: components["schemas"]["Deferred"] | components["schemas"]["application"][];
        };
        /** @description An invitation to an organization. As with invitations to fleets, `invitee` is written as text. */
        organization_invite: {
            readonly id?: number;
            /** Format: date-time */
            readonly created_at?: string;
            /**
             * Format: date-time
             * @description Set by server on every write.
             */
            readonly modified_at?: string;
            invitee?: components["schemas"]["Deferred"] | components["schemas"]["invitee"][];
            is_invited_to__organization?: components["schemas"]["Deferred"] | components["schemas"]["organization"][];
            organization_membership_role?: components["schemas"]["Deferred"] | components["schemas"]["organization_membership_role"][];
            message?: string | null;
            readonly is_created_by__user?: components["schemas"]["Deferred"] | null | components["schemas"]["user"][];
        };
        /** @description A role in an organization. */
        organization_membership_role: {
            readonly id?: number;
            /** Format: date-time */
            readonly created_at?: string;
            /**
             * Format: date-time
             * @description Set by server on every write.
             */
            readonly modified_at?: string;
            /** @enum {string} */
            readonly name?: "administrator" | "member";
            readonly is_of__user__is_member_of__organization?: components["schemas"]["organization_membership"][] | number;
            readonly is_of__invitee__is_invited_to__organization?: components["schemas"]["organization_invite"][] | number;
        };
        /** @description A tag on a membership of an organization. */
        organization_membership_tag: {
            readonly id?: number;
            /** Format: date-time */
            readonly created_at?: string;
            /**
             * Format: date-time
             * @description Set by server on every write.
             */
            readonly modified_at?: string;
            organization_membership?: components["schemas"]["Deferred"] | components["schemas"]["organization_membership"][];
            tag_key?: string;
            value?: string;
        };
        /** @description That an organization signs in through an identity provider. */
        identity_provider_membership: {
            readonly id?: number;
            /** Format: date-time */
            readonly created_at?: string;
            /**
             * Format: date-time
             * @description Set by server on every write.
             */
            readonly modified_at?: string;
            organization?: components["schemas"]["Deferred"] | components["schemas"]["organization"][];
            is_authorized_by__identity_provider?: components["schemas"]["Deferred"] | components["schemas"]["identity_provider"][];
            /** @description Default team for SSO members. */
            grants_access_to__team?: components["schemas"]["Deferred"] | null | components["schemas"]["team"][];
        };
        /** @description A SAML identity provider. POST also takes `organization_id`. */
        identity_provider: {
            readonly id?: number;
            /** Format: date-time */
            readonly created_at?: string;
            /**
             * Format: date-time
             * @description Set by server on every write.
             */
            readonly modified_at?: string;
            sso_identifier?: string;
            entry_point?: string;
            issuer?: string;
            /** @description PEM text. */
            certificate?: string;
            requires_signed_authn_response?: boolean;
            /** @description The organization the new provider is made for; only on creation. */
            organization_id?: number;
            readonly identity_provider_membership?: components["schemas"]["identity_provider_membership"][] | number;
        };
        /** @description Something plans include or sell. */
        feature: {
            readonly id?: number;
            /** Format: date-time */
            readonly created_at?: string;
            /**
             * Format: date-time
             * @description Set by server on every write.
             */
            readonly modified_at?: string;
            readonly title?: string;
            /** @description Such as `device:microservices` or `member:developer`. */
            readonly slug?: string;
            readonly billing_code?: string | null;
            readonly is_of__support_feature?: components["schemas"]["support_feature"][] | number;
            readonly organization_credit_notification?: components["schemas"]["organization_credit_notification"][] | number;
            readonly plan_feature?: components["schemas"]["plan_feature"][] | number;
            readonly plan_addon?: components["schemas"]["plan_addon"][] | number;
        };
        /** @description The feature that brings a level of support. */
        support_feature: {
            readonly id?: number;
            /** Format: date-time */
            readonly created_at?: string;
            /**
             * Format: date-time
             * @description Set by server on every write.
             */
            readonly modified_at?: string;
            readonly feature?: components["schemas"]["Deferred"] | components["schemas"]["feature"][];
            readonly support_tier?: components["schemas"]["Deferred"] | components["schemas"]["support_tier"][];
        };
        /** @description A level of support. */
        support_tier: {
            readonly id?: number;
            /** Format: date-time */
            readonly created_at?: string;
            /**
             * Format: date-time
             * @description Set by server on every write.
             */
            readonly modified_at?: string;
            readonly title?: string;
            readonly slug?: string;
            readonly includes_private_support?: boolean;
            readonly includes__SLA?: string | null;
            readonly is_of__support_feature?: components["schemas"]["support_feature"][] | number;
        };
        /** @description When to tell an organization that credits run low. */
        organization_credit_notification: {
            readonly id?: number;
            /** Format: date-time */
            readonly created_at?: string;
            /**
             * Format: date-time
             * @description Set by server on every write.
             */
            readonly modified_at?: string;
            organization?: components["schemas"]["Deferred"] | components["schemas"]["organization"][];
            owns_credit_notification_for__feature?: components["schemas"]["Deferred"] | components["schemas"]["feature"][];
            /** @description Credits. */
            is_sent_when_below__threshold?: number;
        };
        /** @description A plan that can be subscribed to. */
        plan: {
            readonly id?: number;
            /** Format: date-time */
            readonly created_at?: string;
            /**
             * Format: date-time
             * @description Set by server on every write.
             */
            readonly modified_at?: string;
            readonly title?: string;
            /** @description Free, prototype-v2, pilot-v2, production-v2, enterprise-v2, …. */
            readonly billing_code?: string | null;
            /** @description Integer; unit not established, cents assumed. */
            readonly monthly_price?: number;
            /** @description Integer; unit not established, cents assumed. */
            readonly annual_price?: number;
            readonly can_self_serve?: boolean;
            readonly is_legacy?: boolean;
            /** Format: date-time */
            readonly is_valid_from__date?: string | null;
            /** Format: date-time */
            readonly is_valid_until__date?: string | null;
            readonly plan__has__discount_code?: components["schemas"]["plan__has__discount_code"][] | number;
            readonly plan_feature?: components["schemas"]["plan_feature"][] | number;
            readonly plan_addon?: components["schemas"]["plan_addon"][] | number;
            readonly subscription?: components["schemas"]["subscription"][] | number;
        };
        /** @description A code that lowers the price of a plan. */
        plan__has__discount_code: {
            readonly id?: number;
            /** Format: date-time */
            readonly created_at?: string;
            /**
             * Format: date-time
             * @description Set by server on every write.
             */
            readonly modified_at?: string;
            readonly plan?: components["schemas"]["Deferred"] | components["schemas"]["plan"][];
            readonly discount_code?: string;
        };
        /** @description A feature that a plan includes. */
        plan_feature: {
            readonly id?: number;
            /** Format: date-time */
            readonly created_at?: string;
            /**
             * Format: date-time
             * @description Set by server on every write.
             */
            readonly modified_at?: string;
            readonly plan?: components["schemas"]["Deferred"] | components["schemas"]["plan"][];
            readonly provides__feature?: components["schemas"]["Deferred"] | components["schemas"]["feature"][];
            readonly quantity?: number;
        };
        /** @description A discount on an add-on of a subscription. */
        subscription_addon_discount: {
            readonly id?: number;
            /** Format: date-time */
            readonly created_at?: string;
            /**
             * Format: date-time
             * @description Set by server on every write.
             */
            readonly modified_at?: string;
            readonly subscription?: components["schemas"]["Deferred"] | components["schemas"]["subscription"][];
            readonly discounts__plan_addon?: components["schemas"]["Deferred"] | components["schemas"]["plan_addon"][];
            readonly discount_percentage?: number;
        };
        /** @description A plan held by an organization. */
        subscription: {
            readonly id?: number;
            /** Format: date-time */
            readonly created_at?: string;
            /**
             * Format: date-time
             * @description Set by server on every write.
             */
            readonly modified_at?: string;
            is_for__plan?: components["schemas"]["Deferred"] | components["schemas"]["plan"][];
            is_for__organization?: components["schemas"]["Deferred"] | components["schemas"]["organization"][];
            /** @description Text; `monthly` or `annual` inferred. */
            billing_cycle?: string;
            /** Format: date-time */
            starts_on__date?: string;
            /** Format: date-time */
            ends_on__date?: string | null;
            readonly is_active?: boolean;
            discount_percentage?: number;
            origin?: string;
            readonly subscription_addon_discount?: components["schemas"]["subscription_addon_discount"][] | number;
            readonly subscription_prepaid_addon?: components["schemas"]["subscription_prepaid_addon"][] | number;
        };
        /** @description A feature that a plan offers for more money. */
        plan_addon: {
            readonly id?: number;
            /** Format: date-time */
            readonly created_at?: string;
            /**
             * Format: date-time
             * @description Set by server on every write.
             */
            readonly modified_at?: string;
            readonly plan?: components["schemas"]["Deferred"] | components["schemas"]["plan"][];
            readonly offers__feature?: components["schemas"]["Deferred"] | components["schemas"]["feature"][];
            /** @description Cents. */
            readonly base_price?: number;
            readonly can_self_serve?: boolean;
            readonly bills_dynamically?: boolean;
            readonly subscription_addon_discount?: components["schemas"]["subscription_addon_discount"][] | number;
        };
        /** @description An add-on paid in advance. */
        subscription_prepaid_addon: {
            readonly id?: number;
            /** Format: date-time */
            readonly created_at?: string;
            /**
             * Format: date-time
             * @description Set by server on every write.
             */
            readonly modified_at?: string;
            readonly is_for__subscription?: components["schemas"]["Deferred"] | components["schemas"]["subscription"][];
            readonly is_for__plan_addon?: components["schemas"]["Deferred"] | components["schemas"]["plan_addon"][];
            readonly discount_percentage?: number;
            readonly quantity?: number;
            /** Format: date-time */
            readonly starts_on__date?: string;
            /** Format: date-time */
            readonly expires_on__date?: string | null;
        };
        /** @description Credits bought by an organization. POST body is belongs_to__organization, is_for__feature, original_quantity; the reply row tells payment_status. */
        credit_bundle: {
            readonly id?: number;
            /** Format: date-time */
            readonly created_at?: string;
            /**
             * Format: date-time
             * @description Set by server on every write.
             */
            readonly modified_at?: string;
            /** @enum {string} */
            readonly payment_status?: "processing" | "paid" | "failed" | "complimentary" | "cancelled" | "refunded" | "manually invoiced";
            readonly is_created_by__user?: components["schemas"]["Deferred"] | components["schemas"]["user"][];
            is_for__feature?: components["schemas"]["Deferred"] | components["schemas"]["feature"][];
            belongs_to__organization?: components["schemas"]["Deferred"] | components["schemas"]["organization"][];
            /** @description Cents. */
            readonly unit_cost?: number;
            original_quantity?: number;
            readonly available_balance?: number;
            /** @description Cents, null/0 if unknown. */
            readonly total_cost?: number;
            /** @description What is left. */
            readonly total_balance?: number;
            /** Format: date-time */
            readonly expires_on__date?: string;
            readonly is_associated_with__invoice_id?: string | null;
            /** @description Set when payment_status is failed. */
            readonly error_message?: string | null;
        };
        /** @description An SSH key of a person. */
        user_public_key: {
            readonly id?: number;
            /** Format: date-time */
            readonly created_at?: string;
            /**
             * Format: date-time
             * @description Set by server on every write.
             */
            readonly modified_at?: string;
            user?: components["schemas"]["Deferred"] | components["schemas"]["user"][];
            public_key?: string;
            title?: string;
        };
        /** @description A social account a person signs in with. */
        social_service_account: {
            /** Format: date-time */
            readonly created_at?: string;
            /**
             * Format: date-time
             * @description Set by server on every write.
             */
            readonly modified_at?: string;
            readonly belongs_to__user?: components["schemas"]["Deferred"] | components["schemas"]["user"][];
            /** @description Github, google. */
            readonly provider?: string;
            readonly display_name?: string | null;
        };
        /** @description Whether a recovery code has been used. The codes themselves are never readable here; only usage. */
        recovery_two_factor: {
            readonly id?: number;
            /** Format: date-time */
            readonly created_at?: string;
            /**
             * Format: date-time
             * @description Set by server on every write.
             */
            readonly modified_at?: string;
            /** Format: date-time */
            readonly used_timestamp?: string | null;
            readonly belongs_to__user?: components["schemas"]["Deferred"] | components["schemas"]["user"][];
        };
        /** @description A single sign-on identity of a person. */
        saml_account: {
            readonly id?: number;
            /** Format: date-time */
            readonly created_at?: string;
            /**
             * Format: date-time
             * @description Set by server on every write.
             */
            readonly modified_at?: string;
            readonly belongs_to__user?: components["schemas"]["Deferred"] | components["schemas"]["user"][];
            readonly was_generated_by__identity_provider?: components["schemas"]["Deferred"] | components["schemas"]["identity_provider"][];
            readonly remote_id?: string;
            readonly display_name?: string | null;
        };
        /** @description What a person has told about themselves. The place of e-mail, newsletter, verification and profile fields. Written through the `/user/*` endpoints, not through the data API. */
        user_profile: {
            readonly id?: number;
            /** Format: date-time */
            readonly created_at?: string;
            /**
             * Format: date-time
             * @description Set by server on every write.
             */
            readonly modified_at?: string;
            readonly is_of__user?: components["schemas"]["Deferred"] | components["schemas"]["user"][];
            readonly email?: string | null;
            readonly has_disabled_newsletter?: boolean;
            readonly is_verified?: boolean;
            readonly must_be_verified?: boolean;
            readonly first_name?: string | null;
            readonly last_name?: string | null;
            /** @description Personal or professional. */
            readonly account_type?: string | null;
            readonly has_password_set?: boolean;
            readonly company?: string | null;
        };
        /** @description A key that acts as its actor; the secret is never readable. */
        api_key: {
            readonly id?: number;
            /** Format: date-time */
            readonly created_at?: string;
            /**
             * Format: date-time
             * @description Set by server on every write.
             */
            readonly modified_at?: string;
            /**
             * Format: date-time
             * @description Null never expires.
             */
            expiry_date?: string | null;
            /** @description Owner is an actor, not a user/device/fleet id. */
            readonly is_of__actor?: components["schemas"]["Deferred"] | components["schemas"]["actor"][];
            /** @description Null for device keys and anonymous keys; intended at most 50 characters. */
            name?: string | null;
            /** @description Intended at most 150 characters. */
            description?: string | null;
        };
        /** @description A number of rows. */
        Count: {
            d: number;
        };
        /** @description Rows of whatever resource the relation leads to. */
        Rows: {
            d: Record<string, never>[];
        };
        /** @description What a client may write on api_key. */
        "api_key.write": {
            expiry_date?: string | number | null;
            /** @description Null for device keys and anonymous keys; intended at most 50 characters. */
            name?: string | null;
            /** @description Intended at most 150 characters. */
            description?: string | null;
        };
        /** @description What the caller would like to do; one of the two. */
        AccessQuestion: {
            /** @description Such as `ssh`, `ssh-host`, `tunnel`, `update`. */
            action?: string;
            /** @enum {string} */
            method?: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
        };
        /** @description The row the caller asked about. */
        AccessAnswer: {
            d: {
                id: number;
            }[];
        };
        /** @description What a client may write on application. */
        "application.write": {
            /** @description Default true. */
            should_track_latest_release?: boolean;
            /** @enum {string} */
            is_of__class?: "fleet" | "block" | "app";
            organization?: number;
            /** @description Unique in the organization whatever the case. */
            app_name?: string;
            /** @description `{org handle}/{app_name lower-cased}`; recomputed on rename or transfer. */
            slug?: string;
            is_for__device_type?: number;
            should_be_running__release?: number | null;
            application_type?: number;
            /** @description True for discontinued host apps. */
            is_archived?: boolean;
            /** @description 32 lower-case hex; may be chosen at creation. */
            uuid?: string;
            is_public?: boolean;
            is_accessible_by_support_until__date?: string | number | null;
            is_stored_at__repository_url?: string | null;
        };
        /** @description What creates a row of application. */
        "application.create": components["schemas"]["application.write"] & Record<string, never>;
        /** @description What a client may write on application_config_variable. */
        "application_config_variable.write": {
            application?: number;
            /** @description Begins with RESIN_ or BALENA_; colons allowed. */
            name?: string;
            /** @description Intended at most 100 000 characters. */
            value?: string;
        };
        /** @description What creates a row of application_config_variable. */
        "application_config_variable.create": components["schemas"]["application_config_variable.write"] & Record<string, never>;
        /** @description What a client may write on application_domain_mapping. */
        "application_domain_mapping.write": {
            application?: number;
            domain?: string;
        };
        /** @description What creates a row of application_domain_mapping. */
        "application_domain_mapping.create": components["schemas"]["application_domain_mapping.write"] & Record<string, never>;
        /** @description What a client may write on application_environment_variable. */
        "application_environment_variable.write": {
            application?: number;
            /** @description Does not begin with RESIN_ or BALENA_ or a digit; letters, digits, underscore. */
            name?: string;
            /** @description Intended at most 100 000 characters. */
            value?: string;
        };
        /** @description What creates a row of application_environment_variable. */
        "application_environment_variable.create": components["schemas"]["application_environment_variable.write"] & Record<string, never>;
        /** @description What a client may write on application_invite. */
        "application_invite.write": {
            /**
             * @description An e-mail address or a username
             * @example mel@example.com
             */
            invitee?: string;
            is_invited_to__application?: number;
            application_membership_role?: number;
            message?: string | null;
        };
        /** @description What creates a row of application_invite. */
        "application_invite.create": components["schemas"]["application_invite.write"] & Record<string, never>;
        /** @description What a client may write on application_tag. */
        "application_tag.write": {
            application?: number;
            /** @description No whitespace; prefixes as in device_tag. */
            tag_key?: string;
            value?: string;
        };
        /** @description What creates a row of application_tag. */
        "application_tag.create": components["schemas"]["application_tag.write"] & Record<string, never>;
        /** @description What a client may write on build_environment_variable. */
        "build_environment_variable.write": {
            application?: number;
            name?: string;
            value?: string;
        };
        /** @description What creates a row of build_environment_variable. */
        "build_environment_variable.create": components["schemas"]["build_environment_variable.write"] & Record<string, never>;
        /** @description What a client may write on credit_bundle. */
        "credit_bundle.write": {
            is_for__feature?: number;
            belongs_to__organization?: number;
            original_quantity?: number;
        };
        /** @description What creates a row of credit_bundle. */
        "credit_bundle.create": components["schemas"]["credit_bundle.write"] & Record<string, never>;
        /** @description What a client may write on delta. */
        "delta.write": {
            originates_from__image?: number | null;
            produces__image?: number;
            version?: number;
            status?: string;
            error_message?: string | null;
            is_stored_at__location?: string | null;
            size?: string | number | null;
            update_timestamp?: string | number;
            end_timestamp?: string | number | null;
        };
        /** @description What creates a row of delta. */
        "delta.create": components["schemas"]["delta.write"] & Record<string, never>;
        /** @description What a client may write on device. */
        "device.write": {
            /** @description 32 or 62 lower-case hex; 62 is legacy. */
            uuid?: string;
            /** @description Legacy. */
            local_id?: string | null;
            /** @description No newline; random two-word name when omitted. */
            device_name?: string;
            note?: string | null;
            is_of__device_type?: number;
            belongs_to__application?: number | null;
            /** @description Follows the VPN flag. */
            is_online?: boolean;
            last_connectivity_event?: string | number | null;
            is_locked_until__date?: string | number | null;
            public_address?: string | null;
            /** @description Space-separated list. */
            ip_address?: string | null;
            /** @description Space-separated list. */
            mac_address?: string | null;
            /** @description Public device URL switch. */
            is_web_accessible?: boolean;
            /** @description MiB. */
            memory_usage?: number | null;
            /** @description MiB. */
            memory_total?: number | null;
            /** @description Such as /dev/mmcblk0p6. */
            storage_block_device?: string | null;
            /** @description MiB. */
            storage_usage?: number | null;
            /** @description MiB. */
            storage_total?: number | null;
            /** @description Percent. */
            cpu_usage?: number | null;
            /** @description °C. */
            cpu_temp?: number | null;
            is_undervolted?: boolean;
            cpu_id?: string | null;
            is_running__release?: number | null;
            /** @description Percent or null. */
            download_progress?: number | null;
            /** @description Reported free text: Idle, Downloading, Updating, configuring, Post-Provisioning…. */
            status?: string | null;
            /** @description Such as `balenaOS 6.1.0+rev1`. */
            os_version?: string | null;
            /** @enum {string|null} */
            os_variant?: "prod" | "dev" | null;
            /** @description Sent on register or state patch. */
            supervisor_version?: string | null;
            /** @description Integer percent. */
            provisioning_progress?: number | null;
            /** @description Text, empty string once done. */
            provisioning_state?: string | null;
            is_managed_by__service_instance?: number | null;
            is_pinned_on__release?: number | null;
            should_be_operated_by__release?: number | null;
            should_be_managed_by__release?: number | null;
            /**
             * @description Reported by supervisors from 16.7.0 on.
             * @enum {string|null}
             */
            update_status?: "rejected" | "downloading" | "downloaded" | "applying changes" | "aborted" | "done" | null;
            last_update_status_event?: string | number | null;
            belongs_to__user?: number | null;
            /** @description Text; empty string unsets. */
            custom_latitude?: string | null;
            /** @description Text; empty string unsets. */
            custom_longitude?: string | null;
            is_accessible_by_support_until__date?: string | number | null;
            /** @description False when deactivated. */
            is_active?: boolean;
        };
        /** @description What creates a row of device. */
        "device.create": components["schemas"]["device.write"] & Record<string, never>;
        /** @description What a client may write on device_config_variable. */
        "device_config_variable.write": {
            device?: number;
            /** @description Begins with RESIN_ or BALENA_; colons allowed. */
            name?: string;
            /** @description Intended at most 100 000 characters. */
            value?: string;
        };
        /** @description What creates a row of device_config_variable. */
        "device_config_variable.create": components["schemas"]["device_config_variable.write"] & Record<string, never>;
        /** @description What a client may write on device_domain_mapping. */
        "device_domain_mapping.write": {
            device?: number;
            fqdn?: string;
        };
        /** @description What creates a row of device_domain_mapping. */
        "device_domain_mapping.create": components["schemas"]["device_domain_mapping.write"] & Record<string, never>;
        /** @description What a client may write on device_environment_variable. */
        "device_environment_variable.write": {
            device?: number;
            /** @description Does not begin with RESIN_ or BALENA_ or a digit; letters, digits, underscore. */
            name?: string;
            /** @description Intended at most 100 000 characters. */
            value?: string;
        };
        /** @description What creates a row of device_environment_variable. */
        "device_environment_variable.create": components["schemas"]["device_environment_variable.write"] & Record<string, never>;
        /** @description What a client may write on device_service_environment_variable. */
        "device_service_environment_variable.write": {
            service_install?: number;
            name?: string;
            /** @description Intended at most 100 000 characters. */
            value?: string;
        };
        /** @description What creates a row of device_service_environment_variable. */
        "device_service_environment_variable.create": components["schemas"]["device_service_environment_variable.write"] & Record<string, never>;
        /** @description What a client may write on device_tag. */
        "device_tag.write": {
            device?: number;
            /** @description No whitespace, not beginning with `io.resin.` / `io.balena.`. */
            tag_key?: string;
            /** @description Intended at most 10 000 characters. */
            value?: string;
        };
        /** @description What creates a row of device_tag. */
        "device_tag.create": components["schemas"]["device_tag.write"] & Record<string, never>;
        /** @description What a client may write on identity_provider. */
        "identity_provider.write": {
            sso_identifier?: string;
            entry_point?: string;
            issuer?: string;
            /** @description PEM text. */
            certificate?: string;
            requires_signed_authn_response?: boolean;
            /** @description The organization the new provider is made for; only on creation. */
            organization_id?: number;
        };
        /** @description What creates a row of identity_provider. */
        "identity_provider.create": components["schemas"]["identity_provider.write"] & Record<string, never>;
        /** @description What a client may write on identity_provider_membership. */
        "identity_provider_membership.write": {
            organization?: number;
            is_authorized_by__identity_provider?: number;
            grants_access_to__team?: number | null;
        };
        /** @description What creates a row of identity_provider_membership. */
        "identity_provider_membership.create": components["schemas"]["identity_provider_membership.write"] & Record<string, never>;
        /** @description What a client may write on image. */
        "image.write": {
            start_timestamp?: string | number;
            end_timestamp?: string | number | null;
            dockerfile?: string | null;
            is_a_build_of__service?: number;
            image_size?: string | number | null;
            /** @description Set by server when omitted: registry host + `/v2/` + 32 hex. */
            is_stored_at__image_location?: string;
            /** @description One of a closed list: Standard Dockerfile, Dockerfile.template, local deploy, external service, NodeJS, …. */
            project_type?: string | null;
            error_message?: string | null;
            /** @description Large: select only on demand. */
            build_log?: string | null;
            push_timestamp?: string | number | null;
            /**
             * @description A `success` image has a push_timestamp.
             * @enum {string}
             */
            status?: "running" | "success" | "failed" | "error" | "cancelled" | "interrupted";
            /** @description `sha256:…` (71 chars). */
            content_hash?: string | null;
            contract?: Record<string, never> | null;
        };
        /** @description What creates a row of image. */
        "image.create": components["schemas"]["image.write"] & Record<string, never>;
        /** @description What a client may write on image_environment_variable. */
        "image_environment_variable.write": {
            release_image?: number;
            name?: string;
            value?: string;
        };
        /** @description What creates a row of image_environment_variable. */
        "image_environment_variable.create": components["schemas"]["image_environment_variable.write"] & Record<string, never>;
        /** @description What a client may write on image_install. */
        "image_install.write": {
            device?: number;
            installs__image?: number;
            install_date?: string | number;
            /** @description Percent while Downloading, else null. */
            download_progress?: number | null;
            /** @enum {string} */
            status?: "Stopping" | "Stopped" | "Downloading" | "Downloaded" | "Installing" | "Installed" | "Starting" | "Running" | "Idle" | "Handing over" | "Awaiting handover" | "Deleting" | "deleted" | "Dead" | "paused" | "restarting" | "removing" | "exited" | "configuring" | "Unknown";
            is_provided_by__release?: number;
        };
        /** @description What creates a row of image_install. */
        "image_install.create": components["schemas"]["image_install.write"] & Record<string, never>;
        /** @description What a client may write on image_label. */
        "image_label.write": {
            release_image?: number;
            label_name?: string;
            value?: string;
        };
        /** @description What creates a row of image_label. */
        "image_label.create": components["schemas"]["image_label.write"] & Record<string, never>;
        /** @description What a client may write on invitee. */
        "invitee.write": {
            email?: string;
        };
        /** @description What creates a row of invitee. */
        "invitee.create": components["schemas"]["invitee.write"] & Record<string, never>;
        /** @description A third-party application that people may authorize. */
        oauth_application: {
            readonly id?: number;
            /** Format: date-time */
            readonly created_at?: string;
            /**
             * Format: date-time
             * @description Set by server on every write.
             */
            readonly modified_at?: string;
            readonly name?: string;
            readonly client_id?: string;
            readonly redirect_uri?: string;
            readonly description?: string | null;
            readonly oauth_application_authorization?: components["schemas"]["oauth_application_authorization"][] | number;
        };
        /** @description That a person authorized a third-party application. */
        oauth_application_authorization: {
            readonly id?: number;
            /** Format: date-time */
            readonly created_at?: string;
            /**
             * Format: date-time
             * @description Set by server on every write.
             */
            readonly modified_at?: string;
            belongs_to__user?: components["schemas"]["Deferred"] | components["schemas"]["user"][];
            is_for__oauth_application?: components["schemas"]["Deferred"] | components["schemas"]["oauth_application"][];
        };
        /** @description What a client may write on oauth_application_authorization. */
        "oauth_application_authorization.write": {
            belongs_to__user?: number;
            is_for__oauth_application?: number;
        };
        /** @description What creates a row of oauth_application_authorization. */
        "oauth_application_authorization.create": components["schemas"]["oauth_application_authorization.write"] & Record<string, never>;
        /** @description What a client may write on organization. */
        "organization.write": {
            /** @description Intended at most 100; duplicates allowed. */
            name?: string;
            /** @description Derived from name at creation on the hosted platform; lower-case word characters; unique. */
            handle?: string;
            company_name?: string | null;
            industry?: string | null;
            website?: string | null;
            /** @description The bytes, or null for none. */
            logo_image?: string | null;
            is_enforcing_saml_login?: boolean;
        };
        /** @description What creates a row of organization. */
        "organization.create": components["schemas"]["organization.write"] & Record<string, never>;
        /** @description What a client may write on organization_credit_notification. */
        "organization_credit_notification.write": {
            organization?: number;
            owns_credit_notification_for__feature?: number;
            /** @description Credits. */
            is_sent_when_below__threshold?: number;
        };
        /** @description What creates a row of organization_credit_notification. */
        "organization_credit_notification.create": components["schemas"]["organization_credit_notification.write"] & Record<string, never>;
        /** @description What a client may write on organization_invite. */
        "organization_invite.write": {
            /**
             * @description An e-mail address or a username
             * @example mel@example.com
             */
            invitee?: string;
            is_invited_to__organization?: number;
            organization_membership_role?: number;
            message?: string | null;
        };
        /** @description What creates a row of organization_invite. */
        "organization_invite.create": components["schemas"]["organization_invite.write"] & Record<string, never>;
        /** @description What a client may write on organization_membership. */
        "organization_membership.write": {
            user?: number;
            is_member_of__organization?: number;
            organization_membership_role?: number;
            /** @description The person by name, instead of `user`. */
            username?: string;
        };
        /** @description What creates a row of organization_membership. */
        "organization_membership.create": components["schemas"]["organization_membership.write"] & Record<string, never>;
        /** @description What a client may write on organization_membership_tag. */
        "organization_membership_tag.write": {
            organization_membership?: number;
            tag_key?: string;
            value?: string;
        };
        /** @description What creates a row of organization_membership_tag. */
        "organization_membership_tag.create": components["schemas"]["organization_membership_tag.write"] & Record<string, never>;
        /** @description The public face of an organization. */
        public_organization: {
            readonly name?: string;
            readonly handle?: string;
            readonly application?: components["schemas"]["application"][] | number;
            readonly owns__team?: components["schemas"]["team"][] | number;
            readonly owns__credit_bundle?: components["schemas"]["credit_bundle"][] | number;
            readonly includes_legacy_link_to__user?: components["schemas"]["user"][] | number;
            readonly subscription?: components["schemas"]["subscription"][] | number;
        };
        /** @description What a client may write on release. */
        "release.write": {
            belongs_to__application?: number;
            /** @description Hex. */
            commit?: string;
            /** @description Compose document as an object. */
            composition?: Record<string, never>;
            /** @enum {string} */
            status?: "running" | "success" | "failed" | "error" | "cancelled" | "interrupted";
            /** @enum {string} */
            source?: "cloud" | "local";
            /** @description Mostly null; per-image logs carry the text. */
            build_log?: string | null;
            is_invalidated?: boolean;
            start_timestamp?: string | number;
            end_timestamp?: string | number | null;
            update_timestamp?: string | number;
            /** @description Legacy free text. */
            release_version?: string | null;
            contract?: Record<string, never> | null;
            /** @description Default true. */
            is_passing_tests?: boolean;
            /**
             * @description Used on OS releases.
             * @enum {string|null}
             */
            phase?: "next" | "current" | "sunset" | "end-of-life" | null;
            /** @description False for a draft; only ever turns true. */
            is_final?: boolean;
            /** @description PATCHable `x.y.z`; default 0.0.0. */
            semver?: string;
            semver_major?: number;
            semver_minor?: number;
            semver_patch?: number;
            semver_prerelease?: string;
            semver_build?: string;
            variant?: string;
            known_issue_list?: string | null;
            note?: string | null;
            /** @description Only when invalidated. */
            invalidation_reason?: string | null;
            is_created_by__user?: number | null;
        };
        /** @description What creates a row of release. */
        "release.create": components["schemas"]["release.write"] & Record<string, never>;
        /** @description What a client may write on release_asset. */
        "release_asset.write": {
            release?: number;
            asset_key?: string;
            /** @description The bytes, or null for none. */
            asset?: string | null;
        };
        /** @description What creates a row of release_asset. */
        "release_asset.create": components["schemas"]["release_asset.write"] & Record<string, never>;
        /** @description What a client may write on release_image. */
        "release_image.write": {
            image?: number;
            is_part_of__release?: number;
        };
        /** @description What creates a row of release_image. */
        "release_image.create": components["schemas"]["release_image.write"] & Record<string, never>;
        /** @description What a client may write on release_tag. */
        "release_tag.write": {
            release?: number;
            /** @description No whitespace; prefixes as in device_tag. */
            tag_key?: string;
            value?: string;
        };
        /** @description What creates a row of release_tag. */
        "release_tag.create": components["schemas"]["release_tag.write"] & Record<string, never>;
        /** @description What a client may write on service. */
        "service.write": {
            application?: number;
            service_name?: string;
        };
        /** @description What creates a row of service. */
        "service.create": components["schemas"]["service.write"] & Record<string, never>;
        /** @description What a client may write on service_environment_variable. */
        "service_environment_variable.write": {
            service?: number;
            name?: string;
            value?: string;
        };
        /** @description What creates a row of service_environment_variable. */
        "service_environment_variable.create": components["schemas"]["service_environment_variable.write"] & Record<string, never>;
        /** @description What a client may write on service_install. */
        "service_install.write": {
            device?: number;
            installs__service?: number;
        };
        /** @description What creates a row of service_install. */
        "service_install.create": components["schemas"]["service_install.write"] & Record<string, never>;
        /** @description What a client may write on service_label. */
        "service_label.write": {
            service?: number;
            label_name?: string;
            value?: string;
        };
        /** @description What creates a row of service_label. */
        "service_label.create": components["schemas"]["service_label.write"] & Record<string, never>;
        /** @description What a client may write on subscription. */
        "subscription.write": {
            is_for__plan?: number;
            is_for__organization?: number;
            /** @description Text; `monthly` or `annual` inferred. */
            billing_cycle?: string;
            starts_on__date?: string | number;
            ends_on__date?: string | number | null;
            discount_percentage?: number;
            origin?: string;
        };
        /** @description What creates a row of subscription. */
        "subscription.create": components["schemas"]["subscription.write"] & Record<string, never>;
        /** @description What a client may write on team. */
        "team.write": {
            belongs_to__organization?: number;
            name?: string;
            description?: string | null;
        };
        /** @description What creates a row of team. */
        "team.create": components["schemas"]["team.write"] & Record<string, never>;
        /** @description What a client may write on team_application_access. */
        "team_application_access.write": {
            team?: number;
            grants_access_to__application?: number;
            application_membership_role?: number;
        };
        /** @description What creates a row of team_application_access. */
        "team_application_access.create": components["schemas"]["team_application_access.write"] & Record<string, never>;
        /** @description What a client may write on team_membership. */
        "team_membership.write": {
            user?: number;
            is_member_of__team?: number;
            /** @description The person by name; the form official clients send instead of `user`. */
            username?: string;
        };
        /** @description What creates a row of team_membership. */
        "team_membership.create": components["schemas"]["team_membership.write"] & Record<string, never>;
        /** @description What a client may write on user. */
        "user.write": {
            /** @description Writing true mails the verification link again; nothing else of a user is written here. */
            has_been_sent_verification_email?: boolean;
        };
        /** @description What a client may write on user_application_membership. */
        "user_application_membership.write": {
            user?: number;
            is_member_of__application?: number;
            application_membership_role?: number;
            /** @description The person by name; the form official clients send instead of `user`. */
            username?: string;
        };
        /** @description What creates a row of user_application_membership. */
        "user_application_membership.create": components["schemas"]["user_application_membership.write"] & Record<string, never>;
        /** @description What a client may write on user_public_key. */
        "user_public_key.write": {
            user?: number;
            public_key?: string;
            title?: string;
        };
        /** @description What creates a row of user_public_key. */
        "user_public_key.create": components["schemas"]["user_public_key.write"] & Record<string, never>;
        /** @description Empty texts where nothing is known. */
        Address: {
            address1?: string;
            address2?: string;
            city?: string;
            state?: string;
            zip?: string;
            /** @description Two capital letters. */
            country?: string;
            phone?: string;
        };
        /** @description A number by which an authority knows the company; the value has the form of its type. */
        TaxId: {
            /** @description Such as `us_ein`, `gb_vat`, `eu_vat`. */
            type: string;
            value: string;
            /** @description Two capital letters, where the type says no country. */
            country?: string;
        };
        /** @description Who is billed. */
        Account: {
            email: string;
            /** @description `active` for every account that can be used. */
            account_state: string;
            company_name: string;
            address: components["schemas"]["Address"];
            tax_id: components["schemas"]["TaxId"] | null;
        };
        /** @description Only what is sent is changed. */
        AccountChange: {
            /** @description Neither empty nor malformed. */
            email?: string;
            company_name?: string;
            address?: components["schemas"]["Address"];
            tax_id?: components["schemas"]["TaxId"] | null;
        };
        /** @description Cents as decimal text. */
        Cents: string;
        /** @description A whole number as decimal text. */
        Quantity: string;
        AddOn: {
            code: string;
            unitCostCents?: components["schemas"]["Cents"];
            quantity?: components["schemas"]["Quantity"];
        };
        Charge: {
            /** @enum {string} */
            itemType: "plan" | "support" | "addon";
            name: string;
            code: string;
            unitCostCents: components["schemas"]["Cents"];
            quantity: components["schemas"]["Quantity"];
            isQuantifiable?: boolean;
        };
        PlanBilling: {
            /** @constant */
            currency: "USD";
            totalCostCents: components["schemas"]["Cents"];
            charges: components["schemas"]["Charge"][];
        };
        /** @description What is billed every month beside an annual plan. */
        AddonPlan: {
            code: string;
            /** Format: date-time */
            currentPeriodEndDate?: string;
            billing: components["schemas"]["PlanBilling"];
            addOns: components["schemas"]["AddOn"][];
        };
        /** @description The plan that an organization has now, and what its next bill is made of. */
        Plan: {
            name: string;
            title: string;
            /** @description Tier and cycle, such as `free-monthly`. */
            code: string;
            /** @description The billing code of the plan, such as `free` or `pilot-v2`. */
            tier: string;
            /** Format: date-time */
            currentPeriodEndDate?: string;
            /** @constant */
            intervalUnit?: "months";
            /** @enum {string} */
            intervalLength?: "1" | "12";
            addOns: components["schemas"]["AddOn"][];
            addonPlan?: components["schemas"]["AddonPlan"];
            billing: components["schemas"]["PlanBilling"];
            support: {
                name: string;
                title: string;
            };
        };
        PlanChange: {
            /** @description Whether to pay once a year; otherwise every month. */
            annual: boolean;
            /** @description A billing code, with or without its `-v<n>`. */
            tier: string;
            /** @description Why somebody moves to a cheaper plan. */
            planChangeReason?: string;
        };
        /** @description Counts by usage item: `device:microservices`, `device:legacy-v1`, `member:developer`, …. */
        UsageCounts: {
            [key: string]: number;
        };
        /** @description What an organization uses in the current period. */
        Usage: {
            currentUsage: components["schemas"]["UsageCounts"];
            peakUsage: components["schemas"]["UsageCounts"];
            /** @description How much of the peak is beyond what the plan includes. */
            overage: components["schemas"]["UsageCounts"];
            /** @description Cents for what neither plan nor credits cover. */
            charges: components["schemas"]["UsageCounts"];
            /** @description Credits that this period takes; one pays for two device months. */
            creditConsumption: components["schemas"]["UsageCounts"];
        };
        /** @description No payment method is stored. */
        NoMethod: Record<string, never>;
        /** @description A card, told by its first and last digits. */
        Card: {
            /** @enum {string} */
            type: "credit_card" | "card";
            full_name: string;
            first_name?: string;
            last_name?: string;
            company?: string;
            vat_number?: string;
            address1?: string;
            address2?: string;
            city?: string;
            state?: string;
            zip?: string;
            country?: string;
            phone?: string;
            /** @description American Express, Discover, MasterCard, Visa, …. */
            card_type: string;
            first_one: string;
            last_four: string;
            month: string;
            year: string;
        };
        /** @description An account that is debited. */
        BankAccount: {
            /** @enum {string} */
            type: "bank_account" | "us_bank_account" | "sepa_debit";
            full_name: string;
            first_name?: string;
            last_name?: string;
            company?: string;
            vat_number?: string;
            address1?: string;
            address2?: string;
            city?: string;
            state?: string;
            zip?: string;
            country?: string;
            phone?: string;
            account_type: string;
            last_four: string;
            name_on_account: string;
            routing_number: string;
        };
        /** @description The payment method; an empty object when there is none. */
        Info: components["schemas"]["NoMethod"] | components["schemas"]["Card"] | components["schemas"]["BankAccount"];
        InfoChange: {
            /** @description What the payment provider gave to the client in return for the card or account. */
            token_id: string;
            /**
             * @default payment_method
             * @enum {string}
             */
            token_type: "setup_intent" | "payment_method";
            /** @description Whether its address becomes the company's. */
            setAsCompanyAddress?: boolean;
            "g-recaptcha-response"?: string;
        };
        SetupIntentRequest: {
            /** @description Proof that a person asks. */
            "g-recaptcha-response": string;
        };
        SetupIntent: {
            id: string;
            /** @description For the provider's form. */
            client_secret: string;
        };
        Invoice: {
            uuid: string;
            invoice_number: string;
            /** @constant */
            currency: "USD";
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            due_on: string;
            /** Format: date-time */
            closed_at: string | null;
            subtotal_in_cents: components["schemas"]["Cents"];
            total_in_cents: components["schemas"]["Cents"];
            /**
             * @description Billing version 1 says pending, paid, failed, past_due, open, closed, voided or processing; version 2 says draft, open, paid, uncollectible or void.
             * @enum {string}
             */
            state: "pending" | "paid" | "failed" | "past_due" | "open" | "closed" | "voided" | "processing" | "draft" | "uncollectible" | "void";
        };
        FieldOption: {
            name: string;
            raw_name?: string;
            value: string;
            default?: boolean;
        };
        /** @description A field of the form. Fields of the types `subject`, `description`, `tickettype` and `priority` have keys of their own in a ticket; all others go into `custom_fields`. */
        TicketField: {
            id: number;
            /** @enum {string} */
            type: "subject" | "description" | "tickettype" | "priority" | "text" | "textarea" | "tagger" | "checkbox" | "integer";
            active: boolean;
            visible_in_portal: boolean;
            editable_in_portal: boolean;
            required_in_portal: boolean;
            title_in_portal: string;
            raw_description: string;
            custom_field_options?: components["schemas"]["FieldOption"][];
            system_field_options?: components["schemas"]["FieldOption"][];
        };
        Ticket: {
            subject?: string;
            type?: string;
            priority?: string;
            comment: {
                body: string;
                /** @description Tokens of attachments. */
                uploads?: string[];
            };
            /** @description Who else is told of answers. */
            email_ccs?: string[];
            custom_fields?: {
                id: number;
                value: string | boolean | number | null;
            }[];
        };
        SubmittedTicket: {
            id: number;
            subject: string;
            /** @constant */
            status: "new";
            /** Format: date-time */
            created_at: string;
        };
    };
    responses: {
        /** @description The caller must wait. */
        TooManyRequests: {
            headers: {
                "Retry-After": components["headers"]["RetryAfter"];
                [name: string]: unknown;
            };
            content: {
                /** @example Too Many Requests */
                "application/json": components["schemas"]["Reason"];
            };
        };
        /** @description An unknown field, a missing required field, or a failure of the server. */
        Failed: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                /** @example No application found to associate with the api key */
                "application/json": components["schemas"]["Reason"];
            };
        };
        /** @description Under maintenance, or something behind the server is down. */
        Unavailable: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                /** @example Service Unavailable */
                "application/json": components["schemas"]["Reason"];
            };
        };
        /** @description No valid credential, no permission, or no such resource; these look alike. No body. */
        Unauthorized: {
            headers: {
                [name: string]: unknown;
            };
            content?: never;
        };
        /** @description Something named in the request does not exist. */
        NotFound: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                /** @example Application(s) not found. */
                "application/json": components["schemas"]["Reason"];
            };
        };
        /** @description The file, with its length and its name. */
        ImageFile: {
            headers: {
                "Content-Length": components["headers"]["ContentLength"];
                "Content-Disposition": components["headers"]["ContentDisposition"];
                [name: string]: unknown;
            };
            content: {
                "application/octet-stream": string;
                "application/zip": string;
                "application/gzip": string;
            };
        };
        /** @description A rule of the platform is broken, or a value has the wrong type (then without a body). */
        Refused: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                /** @example No fields to update */
                "application/json": components["schemas"]["Reason"];
            };
        };
        /** @description No valid credential (no body), or no permission (with a reason). */
        RefusedOrUnknown: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                /** @example You do not have permission to access this application */
                "application/json": components["schemas"]["Reason"];
            };
        };
        /** @description A session token. */
        SessionToken: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                /** @example eyJhbGciOiJIUzI1NiJ9.eyJpZCI6MX0.c2lnbmF0dXJl */
                "text/plain": components["schemas"]["Token"];
            };
        };
        /** @description A key is taken, or a reference leads nowhere or is still needed. */
        Conflict: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                /** @example "device" and "tag_key" must be unique. */
                "application/json": components["schemas"]["Reason"];
            };
        };
        /** @description Done, also when nothing matched. No body. */
        Done: {
            headers: {
                [name: string]: unknown;
            };
            content?: never;
        };
        /** @description No valid credential (no body), or the last log-in is more than 20 minutes ago. */
        FreshTokenRequired: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                /** @example Fresh authentication token required */
                "text/plain": components["schemas"]["Reason"];
            };
        };
        /** @description Not a provisioning key (an object), or not one of this fleet (no body). */
        KeyRequired: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "error": "API key required"
                 *     }
                 */
                "application/json": {
                    error: string;
                };
            };
        };
        /** @description A rule about features of the plan or type forbids it. */
        Forbidden: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                /** @example The application type does not support web url. */
                "application/json": components["schemas"]["Reason"];
            };
        };
        /** @description The secret, told this once. */
        Secret: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                /** @example Fq7CkU2dNwXzR5tGm9BvLs3HpYe8Aj4K */
                "application/json": string;
            };
        };
        /** @description There is no such fleet or device, or the server failed. The open-source backend says it as a page. */
        OwnerUnknown: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                /** @example No application found to associate with the api key */
                "application/json": components["schemas"]["Reason"];
                /** @example No device found to associate with the api key */
                "text/html": components["schemas"]["Reason"];
            };
        };
        /** @description Done. */
        SaysOk: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                /** @example OK */
                "text/plain": "OK";
            };
        };
        /** @description Several devices were reached; each answered for itself. Empty when devices are said to be connected, but none is connected by a server of the platform (open-source backend). */
        FromSeveral: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example [
                 *       {
                 *         "statusCode": 202,
                 *         "body": {
                 *           "Data": "OK",
                 *           "Error": null
                 *         }
                 *       },
                 *       {
                 *         "statusCode": 423,
                 *         "body": {
                 *           "Data": "",
                 *           "Error": "Lockfile exists for { appId: 1, service: main }"
                 *         }
                 *       }
                 *     ]
                 */
                "application/json": {
                    statusCode: number;
                    body?: unknown;
                }[];
            };
        };
        /** @description None of the devices is online, or (as plain text) the device knows no such service. */
        NotReached: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                /** @example No online device(s) found */
                "application/json": components["schemas"]["Reason"];
                /** @example Service not found, a container must exist for this endpoint to work */
                "text/plain": string;
            };
        };
        /** @description The supervisor gave no sense, or the server failed. */
        BadAnswer: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "error": "Bad API response from supervisor"
                 *     }
                 */
                "application/json": {
                    error: string;
                };
            };
        };
        /** @description The way to the device broke. */
        TunnelFailed: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                /** @example <html><body>error:tunnel failed</body></html> */
                "text/html": string;
            };
        };
        /** @description Under maintenance, or the supervisor is still starting. */
        NotReady: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "status": "failed",
                 *       "message": "Supervisor is starting"
                 *     }
                 */
                "application/json": components["schemas"]["Reason"] | components["schemas"]["ServiceFailure"];
            };
        };
        /** @description The filter is not valid, or (as plain text) what the supervisor was asked for. */
        ServiceRefused: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                /** @example At least one filter must be specified */
                "application/json": components["schemas"]["Reason"] | components["schemas"]["ServiceFailure"];
                /** @example Missing app id */
                "text/plain": string;
            };
        };
        /** @description A service holds the update lock. */
        Locked: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "status": "failed",
                 *       "message": "Lockfile exists for { appId: 1, service: main }"
                 *     }
                 */
                "application/json": components["schemas"]["DataAnswer"] | components["schemas"]["ServiceFailure"];
            };
        };
        /** @description The device will do it. */
        DataOk: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "Data": "OK",
                 *       "Error": null
                 *     }
                 */
                "application/json": components["schemas"]["DataAnswer"];
            };
        };
        /** @description The content type is not the one that is taken here. No body. */
        UnsupportedType: {
            headers: {
                [name: string]: unknown;
            };
            content?: never;
        };
        /** @description Nothing has changed since the ETag that was sent. No body. */
        NotModified: {
            headers: {
                [name: string]: unknown;
            };
            content?: never;
        };
        /** @description The address or an option of the query cannot be understood. */
        Malformed: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                /** @example Malformed url: '/v7/device?$filter=id eq' */
                "application/json": components["schemas"]["Reason"];
            };
        };
        /** @description The body is longer than 1,000,000 bytes; answered by the platform's web server. */
        TooLarge: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                /** @example Payload Too Large */
                "text/html": components["schemas"]["Reason"];
            };
        };
        /** @description The payment method was refused, now or when it was charged. Nothing was changed. */
        PaymentRequired: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                /** @example Your card was declined. */
                "application/json": components["schemas"]["Reason"];
            };
        };
    };
    parameters: {
        /** @description The whole uuid of a device. */
        deviceUuid: string;
        /**
         * @description Comma list of fields; all of them when omitted. An unknown one is a 500.
         * @example id,uuid,device_name
         */
        select: string;
        /**
         * @description Comma list of relations, each with options in parentheses separated by `;`, or followed by `/$count`. Nests without limit.
         * @example device_tag($select=tag_key,value),image_install/$count
         */
        expand: string;
        /**
         * @description An expression: comparisons, `in`, `and`, `or`, `not`, text functions, paths through to-one relations, `any` and `all`, `$count` of a relation. It applies on top of a key.
         * @example is_online eq true and contains(tolower(device_name),'gate')
         */
        filter: string;
        /**
         * @description Comma list of a field, `relation/field` or `relation/$count`, each with `asc` or `desc`.
         * @example device_name asc
         */
        orderby: string;
        /** @description How many rows at most; there is no limit of the server's own. */
        top: number;
        /** @description How many rows to leave out at the start. */
        skip: number;
        /** @description Accepted and ignored; ask the path ending in `/$count` instead. */
        count: boolean;
        /** @description `json;metadata=full` adds `__metadata` to each row. */
        format: string;
        /** @description An id (`7`), a unique field (`uuid='ab12'`), a natural key (`device=1,tag_key='k'`), or a parameter alias (`uuid=@u`, with `@u='ab12'` in the query). A quote inside a text is doubled. */
        key: string;
        /** @description The name of a relation, or a synonym of it. */
        navigation: string;
        /** @description With `false` the reply is only `{"id":n}`. */
        returnResource: boolean;
        /** @description The id of an organization. */
        organizationId: number;
    };
    requestBodies: never;
    headers: {
        /** @description Seconds to wait before trying again; the one header other origins may read. */
        RetryAfter: number;
        /** @description Bytes of the body. */
        ContentLength: number;
        /** @description `attachment` with the name of the file. */
        ContentDisposition: string;
        /** @description For a later `If-None-Match`. */
        ETag: string;
        /** @description Where the new row is, as `/v7/<resource>(@id)?@id=<n>`. */
        Location: string;
    };
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    "config.ping": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /** @example OK */
                    "text/plain": "OK";
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Failed"];
            503: components["responses"]["Unavailable"];
        };
    };
    "config.featureFlags": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Names of flags, and whether each is on. A flag that is not named is as it usually is. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "column-ordering": true,
                     *       "reduced-default-device-columns": false,
                     *       "reduced-default-device-columns-and-reordering": false
                     *     }
                     */
                    "application/json": components["schemas"]["FeatureFlags"];
                };
            };
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Failed"];
            503: components["responses"]["Unavailable"];
        };
    };
    "config.connectivityCheck": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description There is. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Failed"];
            503: components["responses"]["Unavailable"];
        };
    };
    "config.platform": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Addresses and switches. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "deployment": "simulated",
                     *       "deviceUrlsBase": "devices.flotilla.test",
                     *       "adminUrl": "https://admin.flotilla.test",
                     *       "gitServerUrl": "git.flotilla.test",
                     *       "signupCodeRequired": false,
                     *       "supportedSocialProviders": [
                     *         "github",
                     *         "google"
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["PlatformConfig"];
                };
            };
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Failed"];
            503: components["responses"]["Unavailable"];
        };
    };
    "config.variables": {
        parameters: {
            query?: {
                /**
                 * @description The slug of a device type, to add what that hardware knows.
                 * @example raspberrypi4-64
                 */
                deviceType?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Rules for names, and a JSON Schema of the known configuration variables. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "reservedNames": [
                     *         "RESIN",
                     *         "BALENA",
                     *         "USER"
                     *       ],
                     *       "reservedNamespaces": [
                     *         "RESIN_",
                     *         "BALENA_"
                     *       ],
                     *       "invalidRegex": "/^\\d|\\W/",
                     *       "configVarInvalidRegex": "/^[\\d:]|[^A-Za-z0-9_:]/",
                     *       "whiteListedNames": [
                     *         "RESIN_OVERRIDE_LOCK",
                     *         "BALENA_OVERRIDE_LOCK"
                     *       ],
                     *       "whiteListedNamespaces": [
                     *         "RESIN_HOST_",
                     *         "RESIN_UI_",
                     *         "BALENA_HOST_",
                     *         "BALENA_UI_"
                     *       ],
                     *       "blackListedNames": [
                     *         "RESIN_RESTART",
                     *         "BALENA_RESTART"
                     *       ],
                     *       "configVarSchema": {
                     *         "type": "object",
                     *         "$schema": "http://json-schema.org/draft-06/schema#",
                     *         "properties": {
                     *           "RESIN_SUPERVISOR_LOG_CONTROL": {
                     *             "type": "string",
                     *             "enum": [
                     *               "false",
                     *               "true"
                     *             ],
                     *             "default": "true",
                     *             "description": "Enable or disable the sending of logs."
                     *           }
                     *         }
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["ConfigVariables"];
                };
            };
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Failed"];
            503: components["responses"]["Unavailable"];
        };
    };
    "config.deviceTypes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One contract for each device type. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "slug": "raspberrypi4-64",
                     *         "version": 1,
                     *         "name": "Raspberry Pi 4",
                     *         "aliases": [
                     *           "raspberrypi4-64"
                     *         ],
                     *         "arch": "aarch64",
                     *         "state": "RELEASED",
                     *         "yocto": {
                     *           "machine": "raspberrypi4-64",
                     *           "image": "balena-image",
                     *           "fstype": "balenaos-img",
                     *           "version": "yocto-kirkstone"
                     *         }
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["DeviceTypeContract"][];
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Failed"];
            503: components["responses"]["Unavailable"];
        };
    };
    "config.deviceType": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The slug of a device type or an alias of it. */
                slug: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The contract. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "slug": "raspberrypi4-64",
                     *       "name": "Raspberry Pi 4",
                     *       "arch": "aarch64"
                     *     }
                     */
                    "application/json": components["schemas"]["DeviceTypeContract"];
                };
            };
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Failed"];
            503: components["responses"]["Unavailable"];
        };
    };
    "config.imageSize": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The slug of a device type or an alias of it. */
                slug: string;
                /** @description A version of the operating system. */
                version: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Bytes. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "size": 4194304
                     *     }
                     */
                    "application/json": {
                        size: number;
                    };
                };
            };
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Failed"];
            503: components["responses"]["Unavailable"];
        };
    };
    "config.hostServices": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Settings of its services. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "services": {
                     *         "openvpn": {
                     *           "config": "client",
                     *           "ca": ""
                     *         },
                     *         "ssh": {
                     *           "authorized_keys": ""
                     *         }
                     *       },
                     *       "config": {
                     *         "overrides": {
                     *           "logsEndpoint": "https://api.flotilla.test"
                     *         }
                     *       },
                     *       "schema_version": "1.0.0"
                     *     }
                     */
                    "application/json": components["schemas"]["HostServices"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Failed"];
            503: components["responses"]["Unavailable"];
        };
    };
    "downloads.image": {
        parameters: {
            query?: {
                /** @description The fleet's id. */
                appId?: number;
                /** @description A published version of the operating system. */
                version?: string;
                /** @description The fleet's own when left out. */
                deviceType?: string;
                /** @description How to reach the network. */
                network?: "ethernet" | "wifi";
                /** @description Needed for wifi. */
                wifiSsid?: string;
                /** @description Of the wifi. */
                wifiKey?: string;
                /** @description Whether the device lets developers in. */
                developmentMode?: boolean;
                /** @description Whether the installer locks the boot chain. */
                secureBoot?: boolean;
                /** @description Minutes between two looks for updates. */
                appUpdatePollInterval?: number;
                /** @description For the key that is made. */
                provisioningKeyName?: string;
                /** @description For the key that is made. */
                provisioningKeyExpiryDate?: string;
                /** @description How it is packed. */
                fileType?: components["schemas"]["FileType"];
                /** @description For devices with internal storage. */
                imageType?: "raw" | "flasher";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["ImageFile"];
            400: components["responses"]["Refused"];
            401: components["responses"]["RefusedOrUnknown"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Failed"];
            503: components["responses"]["Unavailable"];
        };
    };
    "downloads.imageByForm": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "_token": "head.body.signature",
                 *       "appId": 1,
                 *       "version": "6.1.0",
                 *       "deviceType": "raspberrypi4-64",
                 *       "fileType": ".zip",
                 *       "network": "ethernet"
                 *     }
                 */
                "application/x-www-form-urlencoded": components["schemas"]["ImageForm"];
                /**
                 * @example {
                 *       "appId": 1,
                 *       "version": "6.1.0",
                 *       "fileType": ".img"
                 *     }
                 */
                "application/json": components["schemas"]["ImageForm"];
            };
        };
        responses: {
            200: components["responses"]["ImageFile"];
            400: components["responses"]["Refused"];
            401: components["responses"]["RefusedOrUnknown"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Failed"];
            503: components["responses"]["Unavailable"];
        };
    };
    "downloads.config": {
        parameters: {
            query?: {
                /** @description The fleet's id. */
                appId?: number;
                /** @description A published version of the operating system. */
                version?: string;
                /** @description The fleet's own when left out. */
                deviceType?: string;
                /** @description How to reach the network. */
                network?: "ethernet" | "wifi";
                /** @description Needed for wifi. */
                wifiSsid?: string;
                /** @description Of the wifi. */
                wifiKey?: string;
                /** @description Whether the device lets developers in. */
                developmentMode?: boolean;
                /** @description Whether the installer locks the boot chain. */
                secureBoot?: boolean;
                /** @description Minutes between two looks for updates. */
                appUpdatePollInterval?: number;
                /** @description For the key that is made. */
                provisioningKeyName?: string;
                /** @description For the key that is made. */
                provisioningKeyExpiryDate?: string;
                /** @description A fixed address. */
                ip?: string;
                /** @description Of the fixed address. */
                netmask?: string;
                /** @description Of the fixed address. */
                gateway?: string;
                /** @description For the key that is made. */
                provisioningKeyDescription?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The configuration, with a new provisioning key in it. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "applicationId": 1,
                     *       "deviceType": "raspberrypi4-64",
                     *       "userId": 1,
                     *       "appUpdatePollInterval": 900000,
                     *       "listenPort": 48484,
                     *       "vpnPort": 443,
                     *       "apiEndpoint": "https://api.flotilla.test",
                     *       "vpnEndpoint": "cloudlink.flotilla.test",
                     *       "registryEndpoint": "registry2.flotilla.test",
                     *       "deltaEndpoint": "https://delta.flotilla.test",
                     *       "apiKey": "Fq7CkU2dNwXzR5tGm9BvLs3HpYe8Aj4K"
                     *     }
                     */
                    "application/json": components["schemas"]["DeviceConfig"];
                };
            };
            400: components["responses"]["Refused"];
            401: components["responses"]["RefusedOrUnknown"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Failed"];
            503: components["responses"]["Unavailable"];
        };
    };
    "downloads.makeConfig": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "appId": 1,
                 *       "version": "6.1.0",
                 *       "network": "ethernet"
                 *     }
                 */
                "application/json": components["schemas"]["ConfigWishes"];
                /**
                 * @example {
                 *       "appId": 1,
                 *       "version": "6.1.0",
                 *       "network": "ethernet"
                 *     }
                 */
                "application/x-www-form-urlencoded": components["schemas"]["ConfigWishes"];
            };
        };
        responses: {
            /** @description The configuration, with a new provisioning key in it. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "applicationId": 1,
                     *       "deviceType": "raspberrypi4-64",
                     *       "userId": 1,
                     *       "appUpdatePollInterval": 900000,
                     *       "listenPort": 48484,
                     *       "vpnPort": 443,
                     *       "apiEndpoint": "https://api.flotilla.test",
                     *       "vpnEndpoint": "cloudlink.flotilla.test",
                     *       "registryEndpoint": "registry2.flotilla.test",
                     *       "deltaEndpoint": "https://delta.flotilla.test",
                     *       "apiKey": "Fq7CkU2dNwXzR5tGm9BvLs3HpYe8Aj4K"
                     *     }
                     */
                    "application/json": components["schemas"]["DeviceConfig"];
                };
            };
            400: components["responses"]["Refused"];
            401: components["responses"]["RefusedOrUnknown"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Failed"];
            503: components["responses"]["Unavailable"];
        };
    };
    "session.logIn": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "username": "ada@flotilla.example",
                 *       "password": "flotilla-demo"
                 *     }
                 */
                "application/json": components["schemas"]["Credentials"];
            };
        };
        responses: {
            /** @description A session token. Its `twoFactorRequired` is absent when two-factor is off, and `true` while a code is still due. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /** @example eyJhbGciOiJIUzI1NiJ9.eyJpZCI6MX0.c2lnbmF0dXJl */
                    "text/plain": components["schemas"]["Token"];
                };
            };
            400: components["responses"]["Refused"];
            401: components["responses"]["Unauthorized"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Failed"];
            503: components["responses"]["Unavailable"];
        };
    };
    "session.logInAs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "username": "mel"
                 *     }
                 */
                "application/json": {
                    username: string;
                };
            };
        };
        responses: {
            /** @description A token of that person, with the id of the staff member in `actualUser`. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /** @example eyJhbGciOiJIUzI1NiJ9.eyJpZCI6MX0.c2lnbmF0dXJl */
                    "text/plain": components["schemas"]["Token"];
                };
            };
            400: components["responses"]["Refused"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Failed"];
            503: components["responses"]["Unavailable"];
        };
    };
    "session.whoAmI": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The user, device or fleet behind the credential. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Actor"];
                };
            };
            401: components["responses"]["Unauthorized"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Failed"];
            503: components["responses"]["Unavailable"];
        };
    };
    "session.whoAmIUser": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The user. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": 1,
                     *       "username": "ada",
                     *       "email": "ada@flotilla.example"
                     *     }
                     */
                    "application/json": components["schemas"]["UserIdentity"];
                };
            };
            401: components["responses"]["Unauthorized"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Failed"];
            503: components["responses"]["Unavailable"];
        };
    };
    "session.refresh": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The new token; `authTime` stays what it was. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /** @example eyJhbGciOiJIUzI1NiJ9.eyJpZCI6MX0.c2lnbmF0dXJl */
                    "text/plain": components["schemas"]["Token"];
                };
            };
            401: components["responses"]["Unauthorized"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Failed"];
            503: components["responses"]["Unavailable"];
        };
    };
    "session.confirmPassword": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "password": "flotilla-demo"
                 *     }
                 */
                "application/json": {
                    password: string;
                };
            };
        };
        responses: {
            /** @description A token with a new `authTime`. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /** @example eyJhbGciOiJIUzI1NiJ9.eyJpZCI6MX0.c2lnbmF0dXJl */
                    "text/plain": components["schemas"]["Token"];
                };
            };
            400: components["responses"]["Refused"];
            401: components["responses"]["Unauthorized"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Failed"];
            503: components["responses"]["Unavailable"];
        };
    };
    "account.register": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "email": "una@example.com",
                 *       "password": "correct-horse",
                 *       "g-recaptcha-response": "none",
                 *       "has_disabled_newsletter": true
                 *     }
                 */
                "application/json": components["schemas"]["Registration"];
            };
        };
        responses: {
            200: components["responses"]["SessionToken"];
            400: components["responses"]["Refused"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Failed"];
            503: components["responses"]["Unavailable"];
        };
    };
    "account.verifyEmail": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "verificationToken": "Fq7CkU2dNwXzR5tGm9BvLs3HpYe8Aj4K",
                 *       "email": "una@example.com"
                 *     }
                 */
                "application/json": components["schemas"]["Verification"];
            };
        };
        responses: {
            200: components["responses"]["SessionToken"];
            400: components["responses"]["Refused"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Failed"];
            503: components["responses"]["Unavailable"];
        };
    };
    "account.resetPassword": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ResetRequest"] | components["schemas"]["ResetCompletion"];
            };
        };
        responses: {
            /** @description Nothing where a link was asked for; a session token where the password was set. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /** @example eyJhbGciOiJIUzI1NiJ9.eyJpZCI6MX0.c2lnbmF0dXJl */
                    "text/plain": components["schemas"]["Token"];
                };
            };
            /** @description A value is missing or wrong, or why the code does not do. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "errorCode": "ResetCodeExpired"
                     *     }
                     */
                    "application/json": components["schemas"]["Reason"] | components["schemas"]["ResetProblem"];
                };
            };
            /** @description Too many links were asked for, or too many requests sent. */
            429: {
                headers: {
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": {
                     *         "text": "Too many password resets were asked for. Try again later.",
                     *         "nextValidRequestDate": "2026-11-20T14:15:00.000Z"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["Reason"] | components["schemas"]["ResetTooSoon"];
                };
            };
            500: components["responses"]["Failed"];
            503: components["responses"]["Unavailable"];
        };
    };
    "account.changeEmail": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "email": "ada@example.com",
                 *       "password": "flotilla-demo"
                 *     }
                 */
                "application/json": components["schemas"]["EmailChange"];
            };
        };
        responses: {
            /** @description Nothing while the new address waits for its verification; a token of the same session when it has changed. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /** @example eyJhbGciOiJIUzI1NiJ9.eyJpZCI6MX0.c2lnbmF0dXJl */
                    "text/plain": components["schemas"]["Token"];
                };
            };
            400: components["responses"]["Refused"];
            401: components["responses"]["Unauthorized"];
            409: components["responses"]["Conflict"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Failed"];
            503: components["responses"]["Unavailable"];
        };
    };
    "account.changePassword": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "currentPassword": "flotilla-demo",
                 *       "password": "correct-horse"
                 *     }
                 */
                "application/json": components["schemas"]["PasswordChange"];
            };
        };
        responses: {
            200: components["responses"]["SessionToken"];
            400: components["responses"]["Refused"];
            401: components["responses"]["Unauthorized"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Failed"];
            503: components["responses"]["Unavailable"];
        };
    };
    "account.saveProfile": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "first_name": "Ada",
                 *       "last_name": "Moreau",
                 *       "company": "Acme Logistics",
                 *       "account_type": "professional"
                 *     }
                 */
                "application/json": components["schemas"]["Profile"];
            };
        };
        responses: {
            200: components["responses"]["Done"];
            400: components["responses"]["Refused"];
            401: components["responses"]["Unauthorized"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Failed"];
            503: components["responses"]["Unavailable"];
        };
    };
    "account.logOutOthers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["SessionToken"];
            401: components["responses"]["Unauthorized"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Failed"];
            503: components["responses"]["Unavailable"];
        };
    };
    "account.endOtherSessions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["SessionToken"];
            401: components["responses"]["Unauthorized"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Failed"];
            503: components["responses"]["Unavailable"];
        };
    };
    "two-factor.setUp": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The address that authenticators scan; two-factor is on once a code was verified. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /** @example otpauth://totp/Flotilla:ada%40flotilla.example?secret=JBSWY3DPEHPK3PXP&issuer=Flotilla */
                    "text/plain": string;
                };
            };
            400: components["responses"]["Refused"];
            401: components["responses"]["FreshTokenRequired"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Failed"];
            503: components["responses"]["Unavailable"];
        };
    };
    "two-factor.verify": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "code": "492039"
                 *     }
                 */
                "application/json": components["schemas"]["Code"];
            };
        };
        responses: {
            200: components["responses"]["SessionToken"];
            400: components["responses"]["Refused"];
            401: components["responses"]["FreshTokenRequired"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Failed"];
            503: components["responses"]["Unavailable"];
        };
    };
    "two-factor.disable": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "password": "flotilla-demo"
                 *     }
                 */
                "application/json": {
                    password: string;
                };
            };
        };
        responses: {
            200: components["responses"]["SessionToken"];
            400: components["responses"]["Refused"];
            401: components["responses"]["Unauthorized"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Failed"];
            503: components["responses"]["Unavailable"];
        };
    };
    "two-factor.createRecoveryCodes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The codes, told this once; earlier ones no longer work. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       "k3x9m-2pq7r",
                     *       "h8t4w-n6c5d"
                     *     ]
                     */
                    "application/json": string[];
                };
            };
            400: components["responses"]["Refused"];
            401: components["responses"]["FreshTokenRequired"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Failed"];
            503: components["responses"]["Unavailable"];
        };
    };
    "two-factor.verifyRecoveryCode": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "code": "k3x9m-2pq7r"
                 *     }
                 */
                "application/json": components["schemas"]["Code"];
            };
        };
        responses: {
            200: components["responses"]["SessionToken"];
            400: components["responses"]["Refused"];
            401: components["responses"]["Unauthorized"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Failed"];
            503: components["responses"]["Unavailable"];
        };
    };
    "keys.ofUser": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The user name of a person. */
                username: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One key in each line; nothing for a person without keys. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /** @example ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIJ7 ada@laptop */
                    "text/plain": string;
                };
            };
            401: components["responses"]["KeyRequired"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Failed"];
            503: components["responses"]["Unavailable"];
        };
    };
    "registry.token": {
        parameters: {
            query?: {
                /**
                 * @description The registry.
                 * @example registry2.flotilla.test
                 */
                service?: string;
                /**
                 * @description `repository:<name>:<actions>`, once for each repository; the name is that of an image (`v2/<hash>`) or of an application with a version or commit.
                 * @example repository:v2/0a1b2c3d4e5f:pull
                 */
                scope?: string;
                /** @description The name that the credential comes with. */
                account?: string;
                /** @description Which engine asks. */
                client_id?: string;
                /** @description Whether a token for later would be welcome; there is none. */
                offline_token?: boolean;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The token, a JWT whose claim `access` says what may be done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "token": "eyJhbGciOiJIUzI1NiJ9.eyJhY2Nlc3MiOltdfQ.c2lnbmF0dXJl"
                     *     }
                     */
                    "application/json": components["schemas"]["RegistryToken"];
                };
            };
            401: components["responses"]["Unauthorized"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Failed"];
            503: components["responses"]["Unavailable"];
        };
    };
    "single-sign-on.start": {
        parameters: {
            query?: {
                /** @description Where the person comes back to; the dashboard that asks, when absent. */
                redirect_uri?: string;
                /** @description Comes back unchanged. */
                state?: string;
            };
            header?: never;
            path: {
                /** @description Github or google, in lower case. */
                provider: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The same as JSON, for who asks for it; a page cannot read where a redirect leads. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "location": "https://sign-in.flotilla.test/"
                     *     }
                     */
                    "application/json": components["schemas"]["Redirection"];
                };
            };
            /** @description Where the person signs in. */
            302: {
                headers: {
                    /** @description An address. */
                    Location?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Refused"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Failed"];
            503: components["responses"]["Unavailable"];
        };
    };
    "single-sign-on.finish": {
        parameters: {
            query?: {
                /** @description What the service gave. */
                code?: string;
                /** @description What was sent. */
                state?: string;
                /** @description Why there is no code. */
                error?: string;
            };
            header?: never;
            path: {
                /** @description Github or google, in lower case. */
                provider: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["SessionToken"];
            400: components["responses"]["Refused"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Failed"];
            503: components["responses"]["Unavailable"];
        };
    };
    "single-sign-on.finishSaml": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "code": "Fq7CkU2dNwXzR5tGm9BvLs3HpYe8Aj4K"
                 *     }
                 */
                "application/json": {
                    code: string;
                    /** @description Of the person whose account is merged. */
                    token?: string;
                };
            };
        };
        responses: {
            200: components["responses"]["SessionToken"];
            400: components["responses"]["Refused"];
            401: components["responses"]["Unauthorized"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Failed"];
            503: components["responses"]["Unavailable"];
        };
    };
    "single-sign-on.startSaml": {
        parameters: {
            query?: {
                /** @description Where the person comes back to; the dashboard that asks, when absent. */
                redirect_uri?: string;
            };
            header?: never;
            path: {
                /** @description Names the identity provider. */
                ssoIdentifier: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The same as JSON, for who asks for it; a page cannot read where a redirect leads. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "location": "https://sign-in.flotilla.test/"
                     *     }
                     */
                    "application/json": components["schemas"]["Redirection"];
                };
            };
            /** @description Where the person signs in. */
            302: {
                headers: {
                    /** @description An address. */
                    Location?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Refused"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Failed"];
            503: components["responses"]["Unavailable"];
        };
    };
    "oauth.authorize": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "client_id": "flotilla-forum",
                 *       "response_type": "code"
                 *     }
                 */
                "application/json": {
                    client_id: string;
                    /** @constant */
                    response_type: "code";
                };
            };
        };
        responses: {
            /** @description The code with which the browser goes to the application's address. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "Fq7CkU2dNwXzR5tGm9BvLs3HpYe8Aj4K"
                     *     }
                     */
                    "application/json": {
                        code: string;
                    };
                };
            };
            400: components["responses"]["Refused"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Failed"];
            503: components["responses"]["Unavailable"];
        };
    };
    "identity.portal": {
        parameters: {
            query?: {
                /** @description A page of the portal. */
                return_to?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The address and the signed token that a form posts to it. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "url": "https://support.flotilla.test/access/jwt",
                     *       "token": "eyJhbGciOiJIUzI1NiJ9.eyJlbWFpbCI6IngifQ.c2lnbmF0dXJl"
                     *     }
                     */
                    "application/json": components["schemas"]["PortalPass"];
                };
            };
            400: components["responses"]["Refused"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Failed"];
            503: components["responses"]["Unavailable"];
        };
    };
    "identity.chat": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The name, and a hash that proves it. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "user_id": 1,
                     *       "name": "Ada Moreau",
                     *       "email": "ada@flotilla.example",
                     *       "created_at": "2025-01-20T14:00:00.000Z",
                     *       "user_hash": "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08"
                     *     }
                     */
                    "application/json": components["schemas"]["ChatIdentity"];
                };
            };
            401: components["responses"]["Unauthorized"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Failed"];
            503: components["responses"]["Unavailable"];
        };
    };
    "invitations.acceptFleet": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description It came by e-mail. */
                token: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["Done"];
            400: components["responses"]["Refused"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Failed"];
            503: components["responses"]["Unavailable"];
        };
    };
    "invitations.acceptOrganization": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description It came by e-mail. */
                token: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["Done"];
            400: components["responses"]["Refused"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Failed"];
            503: components["responses"]["Unavailable"];
        };
    };
    "keys.createForUser": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "laptop",
                 *       "description": "Deploys from my laptop",
                 *       "expiryDate": null
                 *     }
                 */
                "application/json": components["schemas"]["UserKeyRequest"];
            };
        };
        responses: {
            200: components["responses"]["Secret"];
            400: components["responses"]["Refused"];
            401: components["responses"]["FreshTokenRequired"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Failed"];
            503: components["responses"]["Unavailable"];
        };
    };
    "keys.createV1": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "actorType": "device",
                 *       "actorTypeId": 4,
                 *       "roles": [
                 *         "device-api-key"
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["KeyRequestV1"];
            };
        };
        responses: {
            200: components["responses"]["Secret"];
            400: components["responses"]["Refused"];
            401: components["responses"]["Unauthorized"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["OwnerUnknown"];
            503: components["responses"]["Unavailable"];
        };
    };
    "keys.create": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "actorType": "application",
                 *       "actorTypeId": 1,
                 *       "roles": [
                 *         "provisioning-api-key"
                 *       ],
                 *       "expiryDate": null
                 *     }
                 */
                "application/json": components["schemas"]["KeyRequest"];
            };
        };
        responses: {
            200: components["responses"]["Secret"];
            400: components["responses"]["Refused"];
            401: components["responses"]["Unauthorized"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["OwnerUnknown"];
            503: components["responses"]["Unavailable"];
        };
    };
    "keys.createProvisioning": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The fleet's id. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "name": "factory",
                 *       "expiryDate": null
                 *     }
                 */
                "application/json": components["schemas"]["KeyTexts"];
            };
        };
        responses: {
            200: components["responses"]["Secret"];
            400: components["responses"]["Refused"];
            401: components["responses"]["Unauthorized"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["OwnerUnknown"];
            503: components["responses"]["Unavailable"];
        };
    };
    "keys.createForDevice": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The device's id. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "name": "bench"
                 *     }
                 */
                "application/json": components["schemas"]["DeviceKeyRequest"];
            };
        };
        responses: {
            200: components["responses"]["Secret"];
            400: components["responses"]["Refused"];
            401: components["responses"]["Unauthorized"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["OwnerUnknown"];
            503: components["responses"]["Unavailable"];
        };
    };
    "proxy.hostAccess": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The whole uuid of a device. */
                uuid: components["parameters"]["deviceUuid"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Allowed. No body. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            401: components["responses"]["Unauthorized"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Failed"];
            503: components["responses"]["Unavailable"];
        };
    };
    "proxy.ping": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "method": "GET",
                 *       "deviceId": 4,
                 *       "appId": 1
                 *     }
                 */
                "application/json": components["schemas"]["ToDevice"];
            };
        };
        responses: {
            200: components["responses"]["SaysOk"];
            207: components["responses"]["FromSeveral"];
            400: components["responses"]["Refused"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotReached"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["BadAnswer"];
            502: components["responses"]["TunnelFailed"];
            503: components["responses"]["NotReady"];
        };
    };
    "proxy.healthy": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "method": "GET",
                 *       "deviceId": 4,
                 *       "appId": 1
                 *     }
                 */
                "application/json": components["schemas"]["ToDevice"];
            };
        };
        responses: {
            200: components["responses"]["SaysOk"];
            207: components["responses"]["FromSeveral"];
            400: components["responses"]["Refused"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotReached"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["BadAnswer"];
            502: components["responses"]["TunnelFailed"];
            503: components["responses"]["NotReady"];
        };
    };
    "proxy.blink": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "uuid": "b0a1c2d3e4f5a6b7c8d9e0f1a2b3c4d5"
                 *     }
                 */
                "application/json": components["schemas"]["ToDevice"];
            };
        };
        responses: {
            200: components["responses"]["SaysOk"];
            207: components["responses"]["FromSeveral"];
            400: components["responses"]["Refused"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotReached"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["BadAnswer"];
            502: components["responses"]["TunnelFailed"];
            503: components["responses"]["NotReady"];
        };
    };
    "proxy.restart": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "deviceId": 4,
                 *       "appId": 1,
                 *       "data": {
                 *         "appId": 1
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["AboutFleet"];
            };
        };
        responses: {
            200: components["responses"]["SaysOk"];
            207: components["responses"]["FromSeveral"];
            400: components["responses"]["ServiceRefused"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotReached"];
            423: components["responses"]["Locked"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["BadAnswer"];
            502: components["responses"]["TunnelFailed"];
            503: components["responses"]["NotReady"];
        };
    };
    "proxy.reboot": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "deviceId": 4,
                 *       "data": {
                 *         "force": false
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["WithForce"];
            };
        };
        responses: {
            202: components["responses"]["DataOk"];
            207: components["responses"]["FromSeveral"];
            400: components["responses"]["Refused"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotReached"];
            423: components["responses"]["Locked"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["BadAnswer"];
            502: components["responses"]["TunnelFailed"];
            503: components["responses"]["NotReady"];
        };
    };
    "proxy.shutdown": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "deviceId": 4,
                 *       "appId": 1,
                 *       "data": {
                 *         "force": false
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["WithForce"];
            };
        };
        responses: {
            202: components["responses"]["DataOk"];
            207: components["responses"]["FromSeveral"];
            400: components["responses"]["Refused"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotReached"];
            423: components["responses"]["Locked"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["BadAnswer"];
            502: components["responses"]["TunnelFailed"];
            503: components["responses"]["NotReady"];
        };
    };
    "proxy.purge": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "deviceId": 4,
                 *       "appId": 1,
                 *       "data": {
                 *         "appId": 1
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["AboutFleet"];
            };
        };
        responses: {
            200: components["responses"]["DataOk"];
            207: components["responses"]["FromSeveral"];
            400: components["responses"]["ServiceRefused"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotReached"];
            423: components["responses"]["Locked"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["BadAnswer"];
            502: components["responses"]["TunnelFailed"];
            503: components["responses"]["NotReady"];
        };
    };
    "proxy.update": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "deviceId": 4,
                 *       "appId": 1,
                 *       "data": {
                 *         "force": true
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["WithForce"];
            };
        };
        responses: {
            /** @description It will look at its next poll; instant updates are off. No body. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description It looks. No body. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            207: components["responses"]["FromSeveral"];
            400: components["responses"]["Refused"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotReached"];
            423: components["responses"]["Locked"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["BadAnswer"];
            502: components["responses"]["TunnelFailed"];
            503: components["responses"]["NotReady"];
        };
    };
    "proxy.device": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "method": "GET",
                 *       "deviceId": 4,
                 *       "appId": 1
                 *     }
                 */
                "application/json": components["schemas"]["ToDevice"];
            };
        };
        responses: {
            /** @description What the supervisor knows. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "api_port": 48484,
                     *       "commit": "3f1c9aa04b5e6d7788990011223344556677aabb",
                     *       "ip_address": "192.168.1.10",
                     *       "mac_address": "AA:BB:CC:00:11:22",
                     *       "status": "Idle",
                     *       "download_progress": null,
                     *       "os_version": "balenaOS 6.1.0+rev1",
                     *       "supervisor_version": "16.1.0",
                     *       "update_pending": false,
                     *       "update_failed": false,
                     *       "update_downloaded": false
                     *     }
                     */
                    "application/json": components["schemas"]["SupervisorState"];
                };
            };
            207: components["responses"]["FromSeveral"];
            400: components["responses"]["Refused"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotReached"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["BadAnswer"];
            502: components["responses"]["TunnelFailed"];
            503: components["responses"]["NotReady"];
        };
    };
    "proxy.startService": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The fleet's id. */
                appId: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "deviceId": 4,
                 *       "appId": 1,
                 *       "data": {
                 *         "appId": 1,
                 *         "imageId": 12
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["AboutService"];
            };
        };
        responses: {
            200: components["responses"]["SaysOk"];
            207: components["responses"]["FromSeveral"];
            400: components["responses"]["ServiceRefused"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotReached"];
            423: components["responses"]["Locked"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["BadAnswer"];
            502: components["responses"]["TunnelFailed"];
            503: components["responses"]["NotReady"];
        };
    };
    "proxy.stopService": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The fleet's id. */
                appId: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "deviceId": 4,
                 *       "appId": 1,
                 *       "data": {
                 *         "appId": 1,
                 *         "imageId": 12
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["AboutService"];
            };
        };
        responses: {
            200: components["responses"]["SaysOk"];
            207: components["responses"]["FromSeveral"];
            400: components["responses"]["ServiceRefused"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotReached"];
            423: components["responses"]["Locked"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["BadAnswer"];
            502: components["responses"]["TunnelFailed"];
            503: components["responses"]["NotReady"];
        };
    };
    "proxy.restartService": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The fleet's id. */
                appId: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "deviceId": 4,
                 *       "appId": 1,
                 *       "data": {
                 *         "appId": 1,
                 *         "imageId": 12
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["AboutService"];
            };
        };
        responses: {
            200: components["responses"]["SaysOk"];
            207: components["responses"]["FromSeveral"];
            400: components["responses"]["ServiceRefused"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotReached"];
            423: components["responses"]["Locked"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["BadAnswer"];
            502: components["responses"]["TunnelFailed"];
            503: components["responses"]["NotReady"];
        };
    };
    "proxy.services": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "method": "GET",
                 *       "deviceId": 4,
                 *       "appId": 1
                 *     }
                 */
                "application/json": components["schemas"]["ToDevice"];
            };
        };
        responses: {
            /** @description What the device answers. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "gates": {
                     *         "appId": 1,
                     *         "appUuid": "28194c4e82634d558fa9efac2dda407a",
                     *         "commit": "3f1c9aa04b5e6d7788990011223344556677aabb",
                     *         "updateStatus": "done",
                     *         "services": {
                     *           "main": {
                     *             "status": "Running",
                     *             "image": "registry2.example/v2/1a2b",
                     *             "downloadProgress": null,
                     *             "releaseId": 1
                     *           }
                     *         }
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["ServicesByFleet"];
                };
            };
            207: components["responses"]["FromSeveral"];
            400: components["responses"]["Refused"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotReached"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["BadAnswer"];
            502: components["responses"]["TunnelFailed"];
            503: components["responses"]["NotReady"];
        };
    };
    "proxy.status": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "method": "GET",
                 *       "deviceId": 4,
                 *       "appId": 1
                 *     }
                 */
                "application/json": components["schemas"]["ToDevice"];
            };
        };
        responses: {
            /** @description What the device answers. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "appState": "applied",
                     *       "overallDownloadProgress": null,
                     *       "containers": [],
                     *       "images": [],
                     *       "release": null
                     *     }
                     */
                    "application/json": components["schemas"]["StateStatus"];
                };
            };
            207: components["responses"]["FromSeveral"];
            400: components["responses"]["Refused"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotReached"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["BadAnswer"];
            502: components["responses"]["TunnelFailed"];
            503: components["responses"]["NotReady"];
        };
    };
    "proxy.version": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "method": "GET",
                 *       "deviceId": 4,
                 *       "appId": 1
                 *     }
                 */
                "application/json": components["schemas"]["ToDevice"];
            };
        };
        responses: {
            /** @description What the device answers. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "version": "16.1.0"
                     *     }
                     */
                    "application/json": components["schemas"]["SupervisorVersion"];
                };
            };
            207: components["responses"]["FromSeveral"];
            400: components["responses"]["Refused"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotReached"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["BadAnswer"];
            502: components["responses"]["TunnelFailed"];
            503: components["responses"]["NotReady"];
        };
    };
    "proxy.name": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "method": "GET",
                 *       "deviceId": 4,
                 *       "appId": 1
                 *     }
                 */
                "application/json": components["schemas"]["ToDevice"];
            };
        };
        responses: {
            /** @description What the device answers. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "deviceName": "gate-north"
                     *     }
                     */
                    "application/json": components["schemas"]["DeviceName"];
                };
            };
            207: components["responses"]["FromSeveral"];
            400: components["responses"]["Refused"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotReached"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["BadAnswer"];
            502: components["responses"]["TunnelFailed"];
            503: components["responses"]["NotReady"];
        };
    };
    "proxy.tags": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "method": "GET",
                 *       "deviceId": 4,
                 *       "appId": 1
                 *     }
                 */
                "application/json": components["schemas"]["ToDevice"];
            };
        };
        responses: {
            /** @description What the device answers. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "tags": [
                     *         {
                     *           "id": 1,
                     *           "name": "site",
                     *           "value": "north"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["DeviceTags"];
                };
            };
            207: components["responses"]["FromSeveral"];
            400: components["responses"]["Refused"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotReached"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["BadAnswer"];
            502: components["responses"]["TunnelFailed"];
            503: components["responses"]["NotReady"];
        };
    };
    "proxy.vpn": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "method": "GET",
                 *       "deviceId": 4,
                 *       "appId": 1
                 *     }
                 */
                "application/json": components["schemas"]["ToDevice"];
            };
        };
        responses: {
            /** @description What the device answers. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "vpn": {
                     *         "enabled": true,
                     *         "connected": true
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["DeviceVpn"];
                };
            };
            207: components["responses"]["FromSeveral"];
            400: components["responses"]["Refused"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotReached"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["BadAnswer"];
            502: components["responses"]["TunnelFailed"];
            503: components["responses"]["NotReady"];
        };
    };
    "proxy.deviceInfo": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "method": "GET",
                 *       "deviceId": 4,
                 *       "appId": 1
                 *     }
                 */
                "application/json": components["schemas"]["ToDevice"];
            };
        };
        responses: {
            /** @description What the device answers. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "info": {
                     *         "arch": "aarch64",
                     *         "deviceType": "raspberrypi4-64"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["DeviceInfo"];
                };
            };
            207: components["responses"]["FromSeveral"];
            400: components["responses"]["Refused"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotReached"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["BadAnswer"];
            502: components["responses"]["TunnelFailed"];
            503: components["responses"]["NotReady"];
        };
    };
    "proxy.cleanUpVolumes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "method": "GET",
                 *       "deviceId": 4,
                 *       "appId": 1
                 *     }
                 */
                "application/json": components["schemas"]["ToDevice"];
            };
        };
        responses: {
            /** @description What the device answers. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success"
                     *     }
                     */
                    "application/json": components["schemas"]["Success"];
                };
            };
            207: components["responses"]["FromSeveral"];
            400: components["responses"]["Refused"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotReached"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["BadAnswer"];
            502: components["responses"]["TunnelFailed"];
            503: components["responses"]["NotReady"];
        };
    };
    "cloudlink.connected": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "common_name": "b0a1c2d3e4f5a6b7c8d9e0f1a2b3c4d5",
                 *       "service_id": 1
                 *     }
                 */
                "application/json": components["schemas"]["Clients"];
            };
        };
        responses: {
            /** @description Heard. No body. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Refused"];
            401: components["responses"]["Unauthorized"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Failed"];
            503: components["responses"]["Unavailable"];
        };
    };
    "cloudlink.disconnected": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "common_name": "b0a1c2d3e4f5a6b7c8d9e0f1a2b3c4d5",
                 *       "service_id": 1
                 *     }
                 */
                "application/json": components["schemas"]["Clients"];
            };
        };
        responses: {
            /** @description Heard. No body. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Refused"];
            401: components["responses"]["Unauthorized"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Failed"];
            503: components["responses"]["Unavailable"];
        };
    };
    "cloudlink.mayConnect": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The whole uuid of a device. */
                uuid: components["parameters"]["deviceUuid"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is. No body. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Failed"];
            503: components["responses"]["Unavailable"];
        };
    };
    "proxy.restartFleet": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The fleet's id. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["SaysOk"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            423: components["responses"]["Locked"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Failed"];
            503: components["responses"]["Unavailable"];
        };
    };
    "logs.read": {
        parameters: {
            query?: {
                /** @description How many past lines; the default and the most is 1000 without a stream. */
                count?: number | "all";
                /** @description Only lines from this time on, in ms since the epoch or as a date. Other values have no effect. */
                start?: number | string;
                /** @description Whether to go on. */
                stream?: "1" | "true" | "0" | "false";
            };
            header?: never;
            path: {
                /** @description The whole uuid of a device. */
                uuid: components["parameters"]["deviceUuid"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The lines. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "createdAt": 1795209718259,
                     *         "timestamp": 1795209718250,
                     *         "isSystem": true,
                     *         "isStdErr": false,
                     *         "message": "Started service 'main'"
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["LogLine"][];
                    /**
                     * @example {
                     *       "createdAt": 1795209718259,
                     *       "timestamp": 1795209718250,
                     *       "isSystem": false,
                     *       "isStdErr": false,
                     *       "serviceId": 1,
                     *       "message": "Listening on 8080"
                     *     }
                     */
                    "application/x-ndjson": components["schemas"]["LogLine"];
                };
            };
            400: components["responses"]["Refused"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Failed"];
            503: components["responses"]["Unavailable"];
        };
    };
    "logs.write": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The whole uuid of a device. */
                uuid: components["parameters"]["deviceUuid"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example [
                 *       {
                 *         "timestamp": 1795209718250,
                 *         "message": "Listening on 8080",
                 *         "serviceId": 1,
                 *         "isStdErr": false
                 *       }
                 *     ]
                 */
                "application/json": components["schemas"]["WrittenLine"][];
            };
        };
        responses: {
            201: components["responses"]["Done"];
            400: components["responses"]["Refused"];
            401: components["responses"]["KeyRequired"];
            415: components["responses"]["UnsupportedType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Failed"];
            503: components["responses"]["Unavailable"];
        };
    };
    "logs.writeStream": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The whole uuid of a device. */
                uuid: components["parameters"]["deviceUuid"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "timestamp": 1795209718250,
                 *       "message": "Listening on 8080",
                 *       "serviceId": 1
                 *     }
                 */
                "application/x-ndjson": components["schemas"]["WrittenLine"];
            };
        };
        responses: {
            201: components["responses"]["Done"];
            /** @description A row is no JSON, or the body is no gzip stream; with the reason. What comes before is kept. A body that breaks off is not refused. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /** @example Could not parse row lines... */
                    "text/html": components["schemas"]["Reason"];
                };
            };
            401: components["responses"]["KeyRequired"];
            /** @description The request was open for too long; the lines so far are kept. Start another one. No body. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The content type is not the one of a stream. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /** @example Streaming requests require Content-Type application/x-ndjson */
                    "application/json": components["schemas"]["Reason"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Failed"];
            503: components["responses"]["Unavailable"];
        };
    };
    "state.readV2": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The whole uuid of a device. */
                uuid: components["parameters"]["deviceUuid"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The target. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "local": {
                     *         "name": "gate-north",
                     *         "config": {
                     *           "RESIN_SUPERVISOR_POLL_INTERVAL": "600000"
                     *         },
                     *         "apps": {}
                     *       },
                     *       "dependent": {
                     *         "apps": {},
                     *         "devices": {}
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["TargetStateV2"];
                };
            };
            304: components["responses"]["NotModified"];
            401: components["responses"]["Unauthorized"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Failed"];
            503: components["responses"]["Unavailable"];
        };
    };
    "state.reportV2": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The whole uuid of a device. */
                uuid: components["parameters"]["deviceUuid"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "local": {
                 *         "status": "Idle",
                 *         "is_on__commit": "0f1e2d3c4b5a69788796a5b4c3d2e1f00f1e2d3c",
                 *         "apps": {
                 *           "1": {
                 *             "services": {
                 *               "1": {
                 *                 "releaseId": 1,
                 *                 "status": "Running",
                 *                 "download_progress": null
                 *               }
                 *             }
                 *           }
                 *         }
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["StateReportV2"];
            };
        };
        responses: {
            200: components["responses"]["Done"];
            400: components["responses"]["Refused"];
            401: components["responses"]["KeyRequired"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Failed"];
            503: components["responses"]["Unavailable"];
        };
    };
    "state.readV3": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The whole uuid of a device. */
                uuid: components["parameters"]["deviceUuid"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The target, under the device's uuid. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "b0a1c2d3e4f5a6b7c8d9e0f1a2b3c4d5": {
                     *         "name": "gate-north",
                     *         "apps": {
                     *           "28194c4e82634d558fa9efac2dda407a": {
                     *             "id": 1,
                     *             "name": "gates",
                     *             "is_host": false,
                     *             "class": "fleet",
                     *             "releases": {}
                     *           }
                     *         },
                     *         "config": {
                     *           "RESIN_SUPERVISOR_POLL_INTERVAL": "600000"
                     *         }
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["TargetStateV3"];
                };
            };
            304: components["responses"]["NotModified"];
            401: components["responses"]["Unauthorized"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Failed"];
            503: components["responses"]["Unavailable"];
        };
    };
    "state.readFleet": {
        parameters: {
            query?: {
                /** @description The commit of a release of the fleet; empty or absent for the fleet's own target. */
                releaseUuid?: string;
            };
            header?: never;
            path: {
                /** @description The uuid of a fleet. */
                uuid: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The target, under the fleet's uuid. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "28194c4e82634d558fa9efac2dda407a": {
                     *         "name": "gates",
                     *         "apps": {
                     *           "28194c4e82634d558fa9efac2dda407a": {
                     *             "id": 1,
                     *             "name": "gates",
                     *             "is_host": false,
                     *             "class": "fleet",
                     *             "releases": {}
                     *           }
                     *         },
                     *         "config": {
                     *           "RESIN_SUPERVISOR_POLL_INTERVAL": "600000"
                     *         }
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["TargetStateV3"];
                };
            };
            304: components["responses"]["NotModified"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Failed"];
            503: components["responses"]["Unavailable"];
        };
    };
    "state.reportTags": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "b0a1c2d3e4f5a6b7c8d9e0f1a2b3c4d5": {
                 *         "site": "north-gate",
                 *         "floor": "2"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["TagReport"];
            };
        };
        responses: {
            200: components["responses"]["Done"];
            400: components["responses"]["Refused"];
            401: components["responses"]["KeyRequired"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Failed"];
            503: components["responses"]["Unavailable"];
        };
    };
    "state.report": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "b0a1c2d3e4f5a6b7c8d9e0f1a2b3c4d5": {
                 *         "status": "Idle",
                 *         "cpu_usage": 7,
                 *         "memory_usage": 512
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["StateReport"];
            };
        };
        responses: {
            200: components["responses"]["Done"];
            400: components["responses"]["Refused"];
            401: components["responses"]["KeyRequired"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Failed"];
            503: components["responses"]["Unavailable"];
        };
    };
    "state.register": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "user": 1,
                 *       "application": 1,
                 *       "uuid": "b0a1c2d3e4f5a6b7c8d9e0f1a2b3c4d5",
                 *       "device_type": "raspberrypi4-64"
                 *     }
                 */
                "application/json": components["schemas"]["state_Registration"];
            };
        };
        responses: {
            /** @description The device exists, and this is its key. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": 4,
                     *       "uuid": "b0a1c2d3e4f5a6b7c8d9e0f1a2b3c4d5",
                     *       "api_key": "Fq7CkU2dNwXzR5tGm9BvLs3HpYe8Aj4K"
                     *     }
                     */
                    "application/json": components["schemas"]["Registered"];
                };
            };
            400: components["responses"]["Refused"];
            401: components["responses"]["KeyRequired"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            /** @description The uuid (as text, which old supervisors recognize) or the key is taken. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /** @example "key" must be unique. */
                    "application/json": components["schemas"]["Reason"];
                    /** @example "uuid" must be unique. */
                    "text/html": components["schemas"]["Reason"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Failed"];
            503: components["responses"]["Unavailable"];
        };
    };
    "actions.readChecks": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The whole uuid of a device. */
                uuid: components["parameters"]["deviceUuid"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The last run. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "action": "checks",
                     *       "status": "done",
                     *       "stdout": {
                     *         "diagnose_version": "4.22.0",
                     *         "checks": [
                     *           {
                     *             "name": "check_memory",
                     *             "success": true,
                     *             "status": "62% memory available"
                     *           }
                     *         ]
                     *       },
                     *       "stderr": "",
                     *       "error": "",
                     *       "lastRun": "2026-11-20T14:00:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Checks"];
                };
            };
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Failed"];
            503: components["responses"]["Unavailable"];
        };
    };
    "actions.runChecks": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The whole uuid of a device. */
                uuid: components["parameters"]["deviceUuid"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "parameters": {}
                 *     }
                 */
                "application/json": components["schemas"]["Run"];
            };
        };
        responses: {
            /** @description It has begun. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "action": "checks",
                     *       "status": "in_progress"
                     *     }
                     */
                    "application/json": components["schemas"]["Checks"];
                };
            };
            400: components["responses"]["Refused"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Failed"];
            503: components["responses"]["Unavailable"];
        };
    };
    "actions.readDiagnostics": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The whole uuid of a device. */
                uuid: components["parameters"]["deviceUuid"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The last run. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "action": "diagnose",
                     *       "status": "done",
                     *       "stdout": "--- HOST OS ---",
                     *       "stderr": "",
                     *       "error": "",
                     *       "lastRun": "2026-11-20T14:00:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Diagnostics"];
                };
            };
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Failed"];
            503: components["responses"]["Unavailable"];
        };
    };
    "actions.runDiagnostics": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The whole uuid of a device. */
                uuid: components["parameters"]["deviceUuid"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "parameters": {}
                 *     }
                 */
                "application/json": components["schemas"]["Run"];
            };
        };
        responses: {
            /** @description It has begun. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "action": "diagnose",
                     *       "status": "in_progress"
                     *     }
                     */
                    "application/json": components["schemas"]["Diagnostics"];
                };
            };
            400: components["responses"]["Refused"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Failed"];
            503: components["responses"]["Unavailable"];
        };
    };
    "actions.readOsUpdateAttached": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The whole uuid of a device. */
                uuid: components["parameters"]["deviceUuid"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The last update, or that there was none. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "in_progress",
                     *       "parameters": {
                     *         "target_version": "6.1.0"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["OsUpdate"];
                };
            };
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Failed"];
            503: components["responses"]["Unavailable"];
        };
    };
    "actions.startOsUpdateAttached": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The whole uuid of a device. */
                uuid: components["parameters"]["deviceUuid"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "parameters": {
                 *         "target_version": "6.1.0"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["OsUpdateRun"];
            };
        };
        responses: {
            /** @description It has been told. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "triggered",
                     *       "parameters": {
                     *         "target_version": "6.1.0"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["OsUpdate"];
                };
            };
            400: components["responses"]["Refused"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Failed"];
            503: components["responses"]["Unavailable"];
        };
    };
    "actions.readOsUpdate": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The whole uuid of a device. */
                uuid: components["parameters"]["deviceUuid"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The last update, or that there was none. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "in_progress",
                     *       "parameters": {
                     *         "target_version": "6.1.0"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["OsUpdate"];
                };
            };
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Failed"];
            503: components["responses"]["Unavailable"];
        };
    };
    "actions.startOsUpdate": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The whole uuid of a device. */
                uuid: components["parameters"]["deviceUuid"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "parameters": {
                 *         "target_version": "6.1.0"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["OsUpdateRun"];
            };
        };
        responses: {
            /** @description It has been told. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "triggered",
                     *       "parameters": {
                     *         "target_version": "6.1.0"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["OsUpdate"];
                };
            };
            400: components["responses"]["Refused"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Failed"];
            503: components["responses"]["Unavailable"];
        };
    };
    "builder.build": {
        parameters: {
            query: {
                /** @description The slug of the fleet. */
                slug: string;
                /** @description Another Dockerfile. */
                dockerfilePath?: string;
                /** @description Build by emulation. */
                emulated?: boolean;
                /** @description Begin from nothing. */
                nocache?: boolean;
                /** @description Answer at once. */
                headless?: boolean;
                /** @description Make a draft. */
                isdraft?: boolean;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description A gzipped tar archive; the real client names no type. */
        requestBody: {
            content: {
                "application/octet-stream": string;
            };
        };
        responses: {
            /** @description What happens, until it is over; at once with headless. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "started": true,
                     *       "releaseId": 42
                     *     }
                     */
                    "application/json": components["schemas"]["Started"];
                    /** @example [{"message":"[Info] Starting build"},{"message":"[Success] Release created"}] */
                    "application/x-json-stream": components["schemas"]["Messages"];
                };
            };
            400: components["responses"]["Refused"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Failed"];
            503: components["responses"]["Unavailable"];
        };
    };
    "builder.buildFromUrl": {
        parameters: {
            query: {
                /** @description The organization's handle. */
                owner: string;
                /** @description The fleet's name. */
                app: string;
                /** @description Always so. */
                headless?: boolean;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "shouldFlatten": true,
                 *       "url": "https://github.com/flotilla-examples/hello-fleet/archive/main.tar.gz"
                 *     }
                 */
                "application/json": components["schemas"]["FromUrl"];
            };
        };
        responses: {
            /** @description Whether it has begun; if not, why. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "started": true,
                     *       "releaseId": 42
                     *     }
                     */
                    "application/json": components["schemas"]["Started"];
                };
            };
            400: components["responses"]["Refused"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Failed"];
            /** @description The host of the tarball does not answer. */
            502: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /** @example Bad Gateway */
                    "application/json": components["schemas"]["Reason"];
                };
            };
            503: components["responses"]["Unavailable"];
        };
    };
    "storage.beginUpload": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the asset. */
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "asset": {
                 *         "filename": "app.bin",
                 *         "content_type": "application/octet-stream",
                 *         "size": 6291456,
                 *         "chunk_size": 5242880
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["UploadBeginning"];
            };
        };
        responses: {
            /** @description Where to put it. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "asset": {
                     *         "uuid": "7c9e6679",
                     *         "uploadParts": [
                     *           {
                     *             "url": "https://api.flotilla.test/storage/uploads/7c9e6679/1",
                     *             "chunkSize": 5242880,
                     *             "partNumber": 1
                     *           }
                     *         ]
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["UploadBegun"];
                };
            };
            400: components["responses"]["Refused"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Failed"];
            503: components["responses"]["Unavailable"];
        };
    };
    "storage.commitUpload": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the asset. */
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "uuid": "7c9e6679",
                 *       "providerCommitData": {
                 *         "Parts": [
                 *           {
                 *             "PartNumber": 1,
                 *             "ETag": "\"5d41402a\""
                 *           }
                 *         ]
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["UploadCommit"];
            };
        };
        responses: {
            /** @description The file. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "href": "https://api.flotilla.test/storage/files/7c9e6679",
                     *       "filename": "app.bin",
                     *       "content_type": "application/octet-stream",
                     *       "size": 6291456
                     *     }
                     */
                    "application/json": components["schemas"]["File"];
                };
            };
            400: components["responses"]["Refused"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Failed"];
            503: components["responses"]["Unavailable"];
        };
    };
    "storage.cancelUpload": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the asset. */
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "uuid": "7c9e6679"
                 *     }
                 */
                "application/json": components["schemas"]["UploadName"];
            };
        };
        responses: {
            /** @description Given up. No body. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Refused"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Failed"];
            503: components["responses"]["Unavailable"];
        };
    };
    "storage.uploadPart": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The upload. */
                uuid: string;
                /** @description The number of the part, from 1. */
                part: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/octet-stream": string;
            };
        };
        responses: {
            /** @description It is there. No body. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Refused"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Failed"];
            503: components["responses"]["Unavailable"];
        };
    };
    "storage.file": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Part of the address. */
                secret: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The file. */
            200: {
                headers: {
                    "Content-Length": components["headers"]["ContentLength"];
                    "Content-Disposition": components["headers"]["ContentDisposition"];
                    [name: string]: unknown;
                };
                content: {
                    "application/octet-stream": string;
                };
            };
            400: components["responses"]["Refused"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Failed"];
            503: components["responses"]["Unavailable"];
        };
    };
    "billing.getAccount": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of an organization. */
                orgId: components["parameters"]["organizationId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The account. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "email": "accounts@acme-logistics.example",
                     *       "account_state": "active",
                     *       "company_name": "Acme Logistics",
                     *       "address": {
                     *         "address1": "Waalhaven 12",
                     *         "address2": "",
                     *         "city": "Rotterdam",
                     *         "state": "",
                     *         "zip": "3089 JH",
                     *         "country": "NL",
                     *         "phone": ""
                     *       },
                     *       "tax_id": {
                     *         "type": "eu_vat",
                     *         "value": "NL123456789B01"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["Account"];
                };
            };
            304: components["responses"]["NotModified"];
            401: components["responses"]["Unauthorized"];
            /** @description The organization has never paid anything. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /** @example Billing Account was not found. */
                    "text/plain": string;
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Failed"];
            503: components["responses"]["Unavailable"];
        };
    };
    "billing.changeAccount": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of an organization. */
                orgId: components["parameters"]["organizationId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "email": "finance@acme-logistics.example",
                 *       "tax_id": null
                 *     }
                 */
                "application/json": components["schemas"]["AccountChange"];
            };
        };
        responses: {
            200: components["responses"]["Done"];
            400: components["responses"]["Refused"];
            401: components["responses"]["Unauthorized"];
            /** @description The organization has never paid anything. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /** @example Billing Account was not found. */
                    "text/plain": string;
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Failed"];
            503: components["responses"]["Unavailable"];
        };
    };
    "billing.getPlan": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of an organization. */
                orgId: components["parameters"]["organizationId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The plan. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "name": "Free plan",
                     *       "title": "Free",
                     *       "code": "free-monthly",
                     *       "tier": "free",
                     *       "addOns": [],
                     *       "billing": {
                     *         "currency": "USD",
                     *         "totalCostCents": "0",
                     *         "charges": [
                     *           {
                     *             "itemType": "plan",
                     *             "name": "Free plan",
                     *             "code": "free",
                     *             "unitCostCents": "0",
                     *             "quantity": "1"
                     *           },
                     *           {
                     *             "itemType": "support",
                     *             "name": "Community support",
                     *             "code": "community",
                     *             "unitCostCents": "0",
                     *             "quantity": "1"
                     *           }
                     *         ]
                     *       },
                     *       "support": {
                     *         "name": "Community support",
                     *         "title": "Community"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["Plan"];
                };
            };
            304: components["responses"]["NotModified"];
            401: components["responses"]["Unauthorized"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Failed"];
            503: components["responses"]["Unavailable"];
        };
    };
    "billing.changePlan": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of an organization. */
                orgId: components["parameters"]["organizationId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "annual": true,
                 *       "tier": "production-v2"
                 *     }
                 */
                "application/json": components["schemas"]["PlanChange"];
            };
        };
        responses: {
            200: components["responses"]["Done"];
            400: components["responses"]["Refused"];
            401: components["responses"]["Unauthorized"];
            402: components["responses"]["PaymentRequired"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Failed"];
            503: components["responses"]["Unavailable"];
        };
    };
    "billing.getUsage": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of an organization. */
                orgId: components["parameters"]["organizationId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The counts. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "currentUsage": {
                     *         "device:microservices": 44,
                     *         "member:developer": 3
                     *       },
                     *       "peakUsage": {
                     *         "device:microservices": 46,
                     *         "member:developer": 3
                     *       },
                     *       "overage": {
                     *         "device:microservices": 6,
                     *         "member:developer": 0
                     *       },
                     *       "charges": {
                     *         "device:microservices": 400,
                     *         "member:developer": 0
                     *       },
                     *       "creditConsumption": {
                     *         "device:microservices": 2
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["Usage"];
                };
            };
            304: components["responses"]["NotModified"];
            401: components["responses"]["Unauthorized"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Failed"];
            503: components["responses"]["Unavailable"];
        };
    };
    "billing.canAccessSupport": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of an organization. */
                orgId: components["parameters"]["organizationId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Whether it does. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    /** @example true */
                    "application/json": boolean;
                };
            };
            304: components["responses"]["NotModified"];
            401: components["responses"]["Unauthorized"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Failed"];
            503: components["responses"]["Unavailable"];
        };
    };
    "billing.getInfo": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of an organization. */
                orgId: components["parameters"]["organizationId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The payment method. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "type": "credit_card",
                     *       "full_name": "Ada Moreau",
                     *       "first_name": "Ada",
                     *       "last_name": "Moreau",
                     *       "company": "Acme Logistics",
                     *       "vat_number": "",
                     *       "address1": "Waalhaven 12",
                     *       "address2": "",
                     *       "city": "Rotterdam",
                     *       "state": "",
                     *       "zip": "3089 JH",
                     *       "country": "NL",
                     *       "phone": "",
                     *       "card_type": "Visa",
                     *       "first_one": "4",
                     *       "last_four": "4242",
                     *       "month": "8",
                     *       "year": "2029"
                     *     }
                     */
                    "application/json": components["schemas"]["Info"];
                };
            };
            304: components["responses"]["NotModified"];
            401: components["responses"]["Unauthorized"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Failed"];
            503: components["responses"]["Unavailable"];
        };
    };
    "billing.removeInfo": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of an organization. */
                orgId: components["parameters"]["organizationId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["Done"];
            400: components["responses"]["Refused"];
            401: components["responses"]["Unauthorized"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Failed"];
            503: components["responses"]["Unavailable"];
        };
    };
    "billing.changeInfo": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of an organization. */
                orgId: components["parameters"]["organizationId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "token_id": "pm_card_visa",
                 *       "token_type": "payment_method",
                 *       "setAsCompanyAddress": true
                 *     }
                 */
                "application/json": components["schemas"]["InfoChange"];
            };
        };
        responses: {
            /** @description The payment method as it is now. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "type": "credit_card",
                     *       "full_name": "Ada Moreau",
                     *       "first_name": "Ada",
                     *       "last_name": "Moreau",
                     *       "company": "Acme Logistics",
                     *       "vat_number": "",
                     *       "address1": "Waalhaven 12",
                     *       "address2": "",
                     *       "city": "Rotterdam",
                     *       "state": "",
                     *       "zip": "3089 JH",
                     *       "country": "NL",
                     *       "phone": "",
                     *       "card_type": "Visa",
                     *       "first_one": "4",
                     *       "last_four": "4242",
                     *       "month": "8",
                     *       "year": "2029"
                     *     }
                     */
                    "application/json": components["schemas"]["Info"];
                };
            };
            400: components["responses"]["Refused"];
            401: components["responses"]["Unauthorized"];
            402: components["responses"]["PaymentRequired"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Failed"];
            503: components["responses"]["Unavailable"];
        };
    };
    "billing.createSetupIntent": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of an organization. */
                orgId: components["parameters"]["organizationId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "g-recaptcha-response": "03AGdBq25SxXT"
                 *     }
                 */
                "application/json": components["schemas"]["SetupIntentRequest"];
            };
        };
        responses: {
            /** @description The intent, with the secret for the provider's form. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "seti_1a2b3c",
                     *       "client_secret": "seti_1a2b3c_secret_4d5e6f"
                     *     }
                     */
                    "application/json": components["schemas"]["SetupIntent"];
                };
            };
            400: components["responses"]["Refused"];
            401: components["responses"]["Unauthorized"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Failed"];
            503: components["responses"]["Unavailable"];
        };
    };
    "billing.listInvoices": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of an organization. */
                orgId: components["parameters"]["organizationId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The invoices; none for an organization that never paid. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "uuid": "0f5c1d2e-0000-4000-8000-000000001041",
                     *         "invoice_number": "1041",
                     *         "currency": "USD",
                     *         "created_at": "2026-11-08T00:00:00.000Z",
                     *         "due_on": "2026-11-08T00:00:00.000Z",
                     *         "closed_at": "2026-11-08T00:00:00.000Z",
                     *         "subtotal_in_cents": "129900",
                     *         "total_in_cents": "129900",
                     *         "state": "paid"
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["Invoice"][];
                };
            };
            304: components["responses"]["NotModified"];
            401: components["responses"]["Unauthorized"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Failed"];
            503: components["responses"]["Unavailable"];
        };
    };
    "billing.downloadInvoice": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of an organization. */
                orgId: components["parameters"]["organizationId"];
                /** @description The number of an invoice. */
                number: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The document. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/pdf": string;
                };
            };
            400: components["responses"]["Refused"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Failed"];
            503: components["responses"]["Unavailable"];
        };
    };
    "support.getTicketFields": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of an organization. */
                orgId: components["parameters"]["organizationId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description All fields, in the order of the form; not all are for customers. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "id": 22000001,
                     *         "type": "subject",
                     *         "active": true,
                     *         "visible_in_portal": true,
                     *         "editable_in_portal": true,
                     *         "required_in_portal": true,
                     *         "title_in_portal": "Subject",
                     *         "raw_description": "One line that says what is wrong."
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["TicketField"][];
                };
            };
            304: components["responses"]["NotModified"];
            401: components["responses"]["Unauthorized"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Failed"];
            503: components["responses"]["Unavailable"];
        };
    };
    "support.uploadAttachment": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of an organization. */
                orgId: components["parameters"]["organizationId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "multipart/form-data": {
                    file: string;
                };
            };
        };
        responses: {
            /** @description The token of the attachment, for `comment.uploads`. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /** @example upload_6f1c0a2b */
                    "application/json": string;
                };
            };
            400: components["responses"]["Refused"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            /** @description The file is larger than 5 MB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /** @example An attachment may have 5 MB at most. */
                    "application/json": components["schemas"]["Reason"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Failed"];
            503: components["responses"]["Unavailable"];
        };
    };
    "support.submitTicket": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of an organization. */
                orgId: components["parameters"]["organizationId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "subject": "A gate does not come back",
                 *       "comment": {
                 *         "body": "It is offline since noon.",
                 *         "uploads": []
                 *       },
                 *       "email_ccs": [],
                 *       "custom_fields": [
                 *         {
                 *           "id": 22000005,
                 *           "value": "device"
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["Ticket"];
            };
        };
        responses: {
            /** @description The ticket. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": 4001,
                     *       "subject": "A gate does not come back",
                     *       "status": "new",
                     *       "created_at": "2026-11-20T14:00:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["SubmittedTicket"];
                };
            };
            400: components["responses"]["Refused"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Failed"];
            503: components["responses"]["Unavailable"];
        };
    };
}
