import { describe, expect, test } from 'vitest'
import { avisosDeTls, lerEnderecos } from './enderecos.ts'

const urls = (url: string) => lerEnderecos(url).caminhos.map((caminho) => caminho.url)

describe('DATABASE_URL', () => {
  test.each([
    ['postgres://ana:x@db:5432/cobranca', ['postgres://ana:x@db:5432/cobranca'], false],
    [
      'postgresql:///cobranca?host=/var/run/postgresql',
      ['postgresql:///cobranca?host=%2Fvar%2Frun%2Fpostgresql'],
      false,
    ],
    ['postgres://ana:p%40s@um,dois:5433/c', ['postgres://ana:p%40s@um/c', 'postgres://ana:p%40s@dois:5433/c'], true],
    ['postgres://ana:a@b@[::1]:5432/c', ['postgres://ana:a@b@[::1]:5432/c'], false],
    ['postgres://db/c?target_session_attrs=read-write', ['postgres://db/c'], true],
    ['postgres://db/c?target_session_attrs=any&x=1', ['postgres://db/c?x=1'], false],
    ['postgres://db/c?sslmode=require', ['postgres://db/c?sslmode=require&uselibpqcompat=true'], false],
    ['postgres://db/c?sslmode=disable', ['postgres://db/c?sslmode=disable'], false],
    ['postgres://db/c?sslrootcert=system', ['postgres://db/c?sslmode=verify-full'], false],
  ])('%s', (url, esperadas, exigeEscrita) => {
    expect(urls(url)).toEqual(esperadas)
    expect(lerEnderecos(url).exigeEscrita).toBe(exigeEscrita)
  })

  test.each([
    ['mysql://db/c', /deve ser um endereço postgres/],
    ['postgres://ana:segredo@um:54a,dois/c', /deve ser um endereço postgres/],
    ['postgres://um,,dois/c', /um servidor sem nome/],
    ['postgres:///c?host=um,dois', /recebe vários servidores assim/],
    ['postgres://um,dois/c?target_session_attrs=standby', /use read-write/],
    ['postgres://um/c?sslmode=prefer', /não promete TLS/],
    ['postgres://um/c?sslmode=verify-ca', /sem sslrootcert/],
    ['postgres://um/c?sslmode=verify-full&sslrootcert=/nao/existe.pem', /um arquivo que não existe/],
  ])('refuses %s in a sentence that repeats no password', (url, frase) => {
    expect(() => lerEnderecos(url)).toThrow(frase)
    expect(() => lerEnderecos(url)).not.toThrow(/segredo/)
  })

  test.each([
    ['postgres://db.empresa.com.br/c', 'db.empresa.com.br'],
    ['postgres://10.0.0.7,10.0.0.8:5433/c', '10.0.0.7, 10.0.0.8'],
    ['postgres://localhost,db/c', 'db'],
  ])('%s says that it is not encrypted', (url, quais) => {
    expect(avisosDeTls(url)).toEqual([expect.stringContaining(`a conexão com o PostgreSQL em ${quais} não é cifrada`)])
  })

  test.each([
    'postgres://localhost/c',
    'postgres://127.0.0.1:5432/c',
    'postgres://[::1]/c',
    'postgres:///c?host=/var/run/postgresql',
    'postgres://db/c?sslmode=require',
    'postgres://db/c?sslmode=disable',
    'postgres://db/c?ssl=true',
  ])('%s has nothing to be told of TLS', (url) => {
    expect(avisosDeTls(url)).toEqual([])
  })
})
