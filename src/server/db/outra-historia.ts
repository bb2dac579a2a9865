/** Further than any program can have read of the history that is lost. */
const SALTO = 1_000_000_000
const IDS = `pg_get_serial_sequence('evento_de_integracao', 'id')`

/**
 * SQL for a database that went backwards, in the transaction that records it. Programs that read events by cursor are
 * told to read everything again, and new events get ids above any of the lost history's: a webhook's id is its event's,
 * and a receiver would take a reused one for a repeat.
 */
export const COMECAR_OUTRA_HISTORIA = `
  with lidos as (delete from evento_de_integracao where ordem is not null),
    adiante as (update ordem_dos_eventos set ultima = ultima + ${SALTO})
  select setval(${IDS}, nextval(${IDS}) + ${SALTO})`
