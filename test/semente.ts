import fc from 'fast-check'

// A fixed seed, so that a failure can be reproduced. SEMENTE=… tries other cases.
fc.configureGlobal({ seed: Number(process.env.SEMENTE ?? 20261124) })
