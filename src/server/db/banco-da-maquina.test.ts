import { randomUUID } from 'node:crypto'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, inject, test } from 'vitest'
import { bancoNovo, noServidor } from '#test/bancos.ts'
import { abrirBancoDaMaquina } from './banco-da-maquina.ts'

test('a missing folder is reported to have no database, whoever runs the program', async () => {
  const pasta = join(tmpdir(), `cobranca-${randomUUID()}`)
  await expect(abrirBancoDaMaquina(null, pasta)).rejects.toThrow(`Não há banco de dados em ${pasta}.`)
})

test('an empty database, as a restore that was cut off leaves it, is not to be started on before the restore is repeated', async () => {
  const nome = await bancoNovo()
  const vazio = `${inject('postgres')}/${nome}`
  await expect(abrirBancoDaMaquina(vazio, tmpdir())).rejects.toThrow(/restauração foi cortada, repita-a/)
  await noServidor(`drop database ${nome}`)
})
