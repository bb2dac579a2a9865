import fc from 'fast-check'

// The same cases each time: what fails for one fails for whoever looks. SEMENTE=… looks elsewhere.
fc.configureGlobal({ seed: Number(process.env.SEMENTE ?? 20261124) })
