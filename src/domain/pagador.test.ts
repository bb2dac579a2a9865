import { expect, test } from 'vitest'
import { pagadorDe } from './pagador.ts'

const JOSE = 'JOSE DA SILVA'
test.each<[string, string, string | null, string | null]>([
  ['', `PIX RECEBIDO ${JOSE} 529.982.247-25`, JOSE, '52998224725'],
  ['', `PIX RECEBIDO 52998224725 ${JOSE}`, JOSE, '52998224725'],
  ['', `PIX RECEBIDO ${JOSE} ***.982.247-**`, JOSE, '***982247**'],
  ['', `PIX RECEBIDO ${JOSE} •••982247••`, JOSE, '***982247**'],
  ['', `PIX RECEBIDO ${JOSE} xxx.982.247-xx`, JOSE, '***982247**'],
  ['', `PIX RECEBIDO ${JOSE} XXX982247XX`, JOSE, '***982247**'],
  ['', `PIX RECEBIDO ${JOSE} ###982247-##`, JOSE, '***982247**'],
  ['', 'TED 11.222.333/0001-81 - BCO 341 AG 1500', null, '11222333000181'],
  ['', 'TED 11222333000181 - Banco Itaú', null, '11222333000181'],
  ['', 'TED 11222333000181 - COOP 3008', null, '11222333000181'],
  ['', 'TED 11222333000181 - BANCOOP LTDA', 'BANCOOP LTDA', '11222333000181'],
  ['', 'PIX 12.abc.345/01de-35 LOJA EXEMPLO', 'LOJA EXEMPLO', '12ABC34501DE35'],
  ['', 'PIX 12abc34501de35 LOJA EXEMPLO', 'LOJA EXEMPLO', '12ABC34501DE35'],
  ['', 'PIX ANA LIMA 1529982247251', 'ANA LIMA 1529982247251', null], // longer than a document
  ['', 'PIX ANA LIMA A52998224725', 'ANA LIMA A52998224725', null],
  ['', 'PIX ANA LIMA 529.982.247-26', 'ANA LIMA 529.982.247-26', null], // wrong check digits
  ['', `PIX RECEBIDO ${JOSE} 10/11`, JOSE, null],
  ['', `PIX RECEBIDO ${JOSE} 10/11/26 `, JOSE, null],
  ['', `PIX RECEBIDO ${JOSE}   10/11/2026`, JOSE, null],
  ['', `PIX RECEBIDO: ${JOSE} -:., `, JOSE, null],
  ['', `PIX 10/11 12:34 REM. "JOSE   DA  SILVA"`, JOSE, null],
  ['', `10:25 PIX_CRED - ${JOSE}`, JOSE, null],
  ['', 'Transferência recebida pelo Pix - Zé Ítalo', 'Zé Ítalo', null],
  ['', `PIX ${'A'.repeat(121)}`, 'A'.repeat(120), null],
  ['', 'PIX A', null, null],
  ['', 'PIX AB', 'AB', null],
  ['', 'PIX RECEBIDO', null, null],
  [JOSE, 'PIX RECEBIDO OUTRO NOME 52998224725', JOSE, '52998224725'],
  ['52998224725', `PIX RECEBIDO ${JOSE}`, JOSE, '52998224725'],
  ['PIX RECEBIDO', `PIX ${JOSE}`, JOSE, null],
])('“%s” and “%s” name %s, %s', (nome, memo, quem, documento) => {
  expect(pagadorDe(nome, memo)).toEqual(quem === null && documento === null ? null : { nome: quem, documento })
})
