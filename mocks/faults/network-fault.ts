/** A simulated network failure, with the message of a browser. Hosts turn it into a failed connection. */
export class NetworkFault extends TypeError {}
