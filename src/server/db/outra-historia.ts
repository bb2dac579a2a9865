/** Further than any program can have read of the history that is lost. */
const SALTO = 1_000_000_000
const IDS = `pg_get_serial_sequence('evento_de_integracao', 'id')`

/**
 * SQL, for a database that went backwards, in the transaction that says so. Programs that read events from a number on are told to read everything
 * anew, and no event is told under an id that one of the lost history had: a webhook's id is its event's, and a
 * receiver would take it for that one come again.
 */
export const COMECAR_OUTRA_HISTORIA = `
  with lidos as (delete from evento_de_integracao where ordem is not null),
    adiante as (update ordem_dos_eventos set ultima = ultima + ${SALTO})
  select setval(${IDS}, nextval(${IDS}) + ${SALTO})`
