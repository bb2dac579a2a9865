import { describe, expect, test } from 'vitest'
import { problemaDaSenha } from './senha-forte.ts'

const ana = { name: 'Ana Beatriz Moura', email: 'ana.moura@serraazul.com.br', empresa: 'Distribuidora Serra Azul' }

/**
 * Two hundred of ten characters and more from the lists that leaks made (the world's and Brazil's), with those that
 * people make of a short one to reach ten.
 */
const AS_MAIS_USADAS = `
  1234567890 qwertyuiop q1w2e3r4t5 1q2w3e4r5t basketball 4815162342 0987654321 1234554321 1111111111 1029384756
  1qaz2wsx3edc 123qweasdzxc 12345qwert password123 12345678910 0123456789 q1w2e3r4t5y6 1123581321 1q2w3e4r5t6y
  qwerty12345 1234512345 123456789a 123456789q 9876543210 1234567891 0000000000 asdfghjkl1 zaq12wsxcde3 qwertyuiop1
  password12 password1234 abcdefghij abcdefghijk 1q2w3e4r5t6y7u qazwsxedcrfv 123456789z zxcvbnm123 asdfghjkl123 qwerty123456
  1234qwerasdf q1w2e3r4t5y6u7 123123123123 1212121212 147258369a 7894561230 3216549870 1478963250 2222222222 5555555555
  7777777777 9999999999 qweasdzxc123 123456qwerty a123456789 aa12345678 abcd123456 abc1234567 abc123456789 123abc123abc
  iloveyou12 iloveyou123 iloveyou1234 iloveyou22 ilovejesus ilovemyself iloveyou11 loveyou123 princess12 princess123
  sunshine12 sunshine123 football12 football123 baseball12 baseball123 superman123 batman12345 liverpool1 liverpool123
  manchester chelsea1905 barcelona1 barcelona10 realmadrid michael123 jennifer12 jordan2323 starwars12 minecraft1
  pokemon123 charlie123 butterfly1 chocolate1 chocolate12 cheesecake strawberry blackberry motorcycle volkswagen
  mercedes12 technology1 computer12 computer123 internet12 welcome123 welcome1234 welcome2024 letmein123 letmein1234
  trustno1234 changeme123 default123 passw0rd123 p@ssw0rd123 P@ssword123 Password123! Password1234 Passw0rd123!
  administrator admin12345 admin123456 Admin@12345 admin@2024 administrador adminadmin rootroot123 superadmin1
  senha12345 senha123456 Senha@2024 Senha@2026! senhasenha minhasenha minhasenha1 minhasenha123 mudar12345 Mudar@12345
  mudar@2024 Mudar@2025! 123mudar123 mudar123456 trocar1234 bemvindo123 Bemvindo@123 escola1234 gvt1234567 vivo123456
  claro12345 brasil2024 Brasil2026! brasil1234 brasileiro brasileira flamengo10 flamengo123 flamengo2024 flamengo@2025
  flamenguista corinthians corinthians1 Corinthians@2024 palmeiras1 palmeiras1914 palmeiras123 vaicorinthians saopaulofc1
  santosfc123 gremio1903 cruzeiro123 vascodagama fluminense internacional botafogo123 atleticomineiro gabriel123 gabriel1234
  matheus1234 lucas12345 felipe12345 rafael1234 gustavo123 guilherme1 guilherme123 leonardo123 fernanda123 mariana123
  beatriz123 leticia123 eduardo123 mariaeduarda mariaclara anacarolina joaopedro1 pedrohenrique carlos1234 rodrigo123
  marcelo1234 anderson123 felicidade felicidade1 jesuscristo jesuscristo1 jesusteama jesussalva deusefiel deusefiel1
  deusefiel10 jesus12345 amordaminhavida euteamomuito teamoparasempre minhavida1 familia123 princesa123 borboleta1
  borboleta10 cachorro123 estantevirtual 12/05/1985 Maria@1985 Carnaval2026 Janeiro@2026 Cobranca@2026 Financeiro1`
  .trim()
  .split(/\s+/)

describe('a password that is refused', () => {
  test('two hundred of those tried first, all of them', async () => {
    expect(new Set(AS_MAIS_USADAS).size).toBeGreaterThanOrEqual(200)
    const passam: string[] = []
    for (const senha of AS_MAIS_USADAS) if ((await problemaDaSenha(senha)) === null) passam.push(senha)
    expect(passam).toEqual([])
  })

  test.for<[string, (senha: string) => string]>([
    ['as they stand', (senha) => senha],
    ['with a capital, a figure and a sign', (senha) => `${senha[0]!.toUpperCase()}${senha.slice(1)}1!`],
    ['with a year', (senha) => `${senha}@2026`],
  ])('the two hundred that the public lists of leaks hold most, %s', async ([, escrita]) => {
    const { dictionary } = await import('@zxcvbn-ts/language-common')
    const listadas = dictionary['passwords-common'] as string[] // the most used first
    const bastamLetras = listadas.filter((senha) => senha.length >= 10).slice(0, 200)
    expect(bastamLetras).toHaveLength(200)
    const passam: string[] = []
    for (const senha of bastamLetras) if ((await problemaDaSenha(escrita(senha))) === null) passam.push(senha)
    expect(passam).toEqual([])
  })

  test.each([
    ['too short', 'Abc-12345', /ao menos 10/],
    ['too short though long in bytes', 'ãçéõâêíóú', /ao menos 10/],
    ['one character', 'aaaaaaaaaaaa', /repetição/],
    ['one block again and again', 'kx9wkx9wkx9w', /repetição/],
    ['a word twice', 'SenhaSenha', /adivinhada/],
    ['along the keyboard', 'poiuytrewqasd', /teclado|mais usadas/],
    ['the alphabet', 'abcdefghijkl', /adivinhada/],
    ['a day', '24/11/2026ab', /data/],
    ['a common word with a year', 'Internet@2026!', /um ano/],
    ['a common word written with figures', 'P@ssw0rd2026', /adivinhada/],
    ['a common word with accents', 'Felicidáde1', /adivinhada/],
    ['the own name', 'AnaBeatrizMoura', /seu nome/],
    ['the own name with figures for letters', '4n4Be4trizM0ura', /seu nome/],
    ['the own e-mail with figures', 'ana.moura@2026', /seu e-mail/],
    ['the company with a year', 'SerraAzul@2026', /nome da empresa/],
    ['the company in full', 'distribuidora-serra-azul', /nome da empresa/],
    ['the company and little more', 'serraazul-admin', /nome da empresa/],
  ])('%s: %s', async (_, senha, frase) => {
    const problema = await problemaDaSenha(senha, ana)
    expect(problema).toMatch(/^(A|Esta) senha .+\.$/)
    expect(problema).toMatch(frase)
  })
})

describe('a password that passes', () => {
  test.each([
    'Jacaranda-4417',
    'Cajueiro-5521',
    'Outra-Senha-77',
    'Umasenha-9182',
    'senha-do-admin',
    'Conferencia-2026-forte',
    'três gatos no telhado',
    'x7!kQ2#pLw',
    'ana chora no trem das onze',
    'k3-Zebra-no-muro',
  ])('%s', async (senha) => expect(await problemaDaSenha(senha, ana)).toBeNull())
})

test('the longest and worst to judge holds the server for a moment only', async () => {
  await problemaDaSenha('aquecer-o-exame-1')
  const piores = ['4@!1$0'.repeat(34), 'senha4@'.repeat(28), 'P@$$w0rd1!'.repeat(20), 'a1b2'.repeat(50)]
  const tempos: number[] = []
  for (const senha of [...piores, ...piores, ...piores]) {
    const antes = process.cpuUsage()
    await problemaDaSenha(senha)
    const { user, system } = process.cpuUsage(antes)
    tempos.push((user + system) / 1000)
  }
  expect(tempos.toSorted((a, b) => a - b)[Math.floor(tempos.length / 2)]).toBeLessThan(50)
})
