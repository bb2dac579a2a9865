import { expect } from 'vitest'
import { processarEntrada } from '#server/entrada/processar.actions.ts'
import { enviarWebhook, esvaziarEntrada, jaEnviada, mensagemDe, mensagens, statusDe } from '#test/whatsapp.ts'
import { test, type World } from '#test/world.ts'
import { daMeta } from './inbox.ts'

const TELEFONE = '+5511987654321'
const dito = async (world: World) =>
  (await world.db.selectFrom('mensagem').select(['conteudo', 'status']).orderBy('id').execute()).map(
    ({ conteudo, status }) => `${conteudo}: ${status}`,
  )

test.for([
  ['a reply', (world: World) => ({ messages: [mensagemDe(world, { de: TELEFONE, texto: 'Já paguei' })] })],
  ['a status', (world: World) => ({ statuses: [statusDe(world, { wamid: 'wamid.1', status: 'delivered' })] })],
] as const)('a disk of the database that is full for an hour does not set aside %s', async ([, parte], { world }) => {
  const { id, contatoId } = await world.criarCliente({ telefone: TELEFONE })
  await jaEnviada(world, id, contatoId!, 'wamid.1')
  await world.comoDono(`create function cheio() returns trigger language plpgsql as $$ begin
    raise exception 'could not extend file: No space left on device' using errcode = 'disk_full'; end $$;
    create trigger cheio before insert or update on mensagem execute function cheio()`)
  await enviarWebhook(world, mensagens(world, parte(world)))
  const antes = await dito(world)
  for (let vez = 0; vez < 12; vez += 1) {
    await processarEntrada(world.servicos, daMeta(world.servicos)).catch((erro) => expect(erro.code).toBe('53100'))
    world.relogio.passar({ minutos: 5 })
  }
  expect(await dito(world)).toEqual(antes)
  await world.comoDono('drop trigger cheio on mensagem')
  await esvaziarEntrada(world)
  expect(await dito(world)).not.toEqual(antes)
})
