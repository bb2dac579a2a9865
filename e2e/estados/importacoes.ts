import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { botao, type Estado, emOrdem, type Fazer, type Respostas, texto } from './estado.ts'

const CSV = [
  'nome;documento;telefone;email;conta_numero;valor;vencimento',
  'Mercearia Três Irmãos;529.982.247-25;(11) 98765-4321;tres@irmaos.example;T-1;"1.234,56";05/12/2026',
  'Sem documento;;(11) 98765-4321;;T-2;10,00;05/12/2026',
  'Documento errado;529.982.247-26;(11) 98765-4321;;T-3;10,00;05/12/2026',
  'Valor errado;111.444.777-35;(11) 98765-4321;;T-4;dez;31/02/2026',
].join('\r\n')
const AMOSTRAS = join(import.meta.dirname, '..', '..', 'test', 'samples', 'nfe')

export function importacoes(csv: number, xml: number): Estado[] {
  const clientes = '/operador/importar-clientes'
  const notas = '/operador/contas-receber?importar=xml'
  const escolher: Fazer = (pagina) =>
    pagina
      .locator('input[type=file]')
      .setInputFiles({ name: 'clientes.csv', mimeType: 'text/csv', buffer: Buffer.from(CSV) })
  const conferir = emOrdem(escolher, botao(/^Conferir/))
  const nota = readdirSync(AMOSTRAS).filter((nome) => nome.endsWith('.xml'))
  const lerNotas: Fazer = (pagina) =>
    pagina.locator('input[type=file]').setInputFiles(nota.map((nome) => join(AMOSTRAS, nome)))
  const semFim: Respostas = [
    [/\/api\/operador\/(importacoes|importar)[^?]*(csv|xml|clientes)/, () => new Promise<void>(() => {})],
  ]
  return [
    {
      rota: clientes,
      nome: 'colunas',
      fica: true,
      fazer: emOrdem(escolher, (pagina) => pagina.getByRole('region', { name: 'Colunas do arquivo' }).waitFor()),
    },
    {
      rota: clientes,
      nome: 'campo usado duas vezes',
      fica: true,
      fazer: emOrdem(escolher, async (pagina) => {
        await pagina.getByRole('combobox', { name: 'Campo da coluna email' }).selectOption('Nome')
        await pagina.getByText('Nome usado duas vezes').first().waitFor()
      }),
    },
    {
      rota: clientes,
      nome: 'conferindo',
      respostas: semFim,
      fazer: conferir,
      esperar: false,
      ver: (pagina) => pagina.locator('input[type=file]'),
    },
    {
      rota: clientes,
      nome: 'conferência com erros',
      fica: true,
      fazer: emOrdem(conferir, (pagina) => pagina.getByText(/erros?, por/).waitFor()),
    },
    {
      rota: clientes,
      nome: 'arquivo que não é',
      fica: true,
      fazer: (pagina) =>
        pagina
          .locator('input[type=file]')
          .setInputFiles({ name: 'x.csv', mimeType: 'text/csv', buffer: Buffer.from([0, 1, 2, 0, 3]) }),
    },
    { rota: `${clientes}?importacao=${csv}`, nome: 'resultado', ver: texto('Importar outro arquivo') },
    { rota: notas, nome: 'arquivo', ver: texto(/os XML ou o zip das notas/) },
    { rota: notas, nome: 'desfazer', abrir: botao(/^Desfazer a importação de/) },
    {
      rota: notas,
      nome: 'conferência',
      fazer: emOrdem(lerNotas, (pagina) => pagina.getByRole('button', { name: /^Gravar|^Nada/ }).waitFor()),
    },
    { rota: `${notas}&importacao=${xml}`, nome: 'resultado', ver: texto('Importar outro arquivo') },
  ]
}
