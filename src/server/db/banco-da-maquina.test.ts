import { randomUUID } from 'node:crypto'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { abrirBancoDaMaquina } from './banco-da-maquina.ts'

test('a missing folder is reported to have no database, whoever runs the program', async () => {
  const pasta = join(tmpdir(), `cobranca-${randomUUID()}`)
  await expect(abrirBancoDaMaquina(null, pasta)).rejects.toThrow(`Não há banco de dados em ${pasta}.`)
})
