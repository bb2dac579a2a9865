// biome-ignore lint/suspicious/noExplicitAny: a description is read as it is written
export type Esquema = Record<string, any>
export interface Descricao {
  paths: Record<string, Record<string, { requestBody?: Esquema; responses: Record<string, Esquema> }>>
  components: { schemas: Record<string, Esquema>; requestBodies: Record<string, Esquema> }
}

const propriedade = ({ components }: Descricao, esquema: string, nome: string): Esquema =>
  components.schemas[esquema]!.properties[nome]

/** Errors of the official description, by its own examples or change log: the correction and its reason. */
export const LACUNAS: { porque: string; emenda(descricao: Descricao): void }[] = [
  {
    porque: 'the pattern of a CPF is written with slashes, which no CPF has',
    emenda({ components }) {
      const semBarras = (no: unknown): void => {
        if (typeof no !== 'object' || no === null) return
        const { pattern } = no as Esquema
        if (typeof pattern === 'string') (no as Esquema).pattern = pattern.replace(/^\/|\/$/g, '')
        for (const filho of Object.values(no)) semBarras(filho)
      }
      semBarras(components)
    },
  },
  {
    porque: 'a list of Pix requires `cobs`, and has `pix`',
    emenda: ({ components }) => {
      components.schemas.PixConsultados!.required = ['parametros', 'pix']
    },
  },
  {
    porque: 'a list of charges requires `idCob`, which no charge has',
    emenda({ components }) {
      for (const lista of ['CobsConsultadas', 'CobsVConsultadas'])
        components.schemas[lista]!.properties.cobs.items.allOf[1].required = ['status', 'txid']
    },
  },
  {
    porque: 'the location of a charge requires a `txid` that its own schema does not describe',
    emenda({ components }) {
      components.schemas.PayloadLocation!.properties.txid = { $ref: '#/components/schemas/TxId' }
    },
  },
  {
    porque: 'a webhook requires `cnpj`; its example, and every PSP, says the key',
    emenda({ components }) {
      const webhook = components.schemas.WebhookCompleto!
      webhook.required = ['webhookUrl', 'chave', 'criacao']
      webhook.properties.chave = { type: 'string', maxLength: 77 }
    },
  },
  {
    porque: 'locations and webhooks are said to be URIs; a location is written without its scheme',
    emenda(descricao) {
      delete propriedade(descricao, 'PayloadLocation', 'location').format
    },
  },
  {
    porque: 'the receiver requires address fields beside `recebedor`, where none are',
    emenda({ components }) {
      delete components.schemas.DadosRecebedor!.required
    },
  },
  {
    porque: 'a charge with due date requires `location`, which is described for immediate ones alone',
    emenda({ components }) {
      components.schemas.CobVGerada!.allOf.push({ properties: { location: { type: 'string', maxLength: 77 } } })
    },
  },
  {
    porque: 'the txid of a Pix may have 1 to 35 characters, and is held to the 26 of a charge besides',
    emenda(descricao) {
      propriedade(descricao, 'Pix', 'txid').allOf = [{ type: 'string', pattern: '^[a-zA-Z0-9]{1,35}$' }]
    },
  },
  {
    porque: 'the payer of a Pix is said by PSPs, and described nowhere',
    emenda({ components }) {
      components.schemas.Pix!.properties.pagador = { type: 'object' }
    },
  },
]
