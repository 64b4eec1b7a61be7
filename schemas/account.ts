import { type Static, Type } from '@sinclair/typebox'
import { datetime, email, id, password, text, urlOut } from './fields.ts'
import { apikey } from './keys.ts'
import { addition, checked, oneOf, oneRequiredOf, optional, publishedWith, Ref } from './ref.ts'
import { done, doneWith, success } from './replies.ts'

const username = Type.String({
  pattern: '^[A-Za-z0-9_-]{3,30}$',
  minLength: 3,
  maxLength: 30,
  'x-form': '3 to 30 letters (a to z), digits, `_` or `-`, such as ada',
  description: 'User name: letters, digits, `_` and `-`. Stored in lower case; it cannot be changed.',
  examples: ['ada'],
})

const newPassword = (description: string) => checked('uncommon', password(description))

// Passwords set before the current rules may be shorter or more common.
const currentPassword = (description: string, example = 'correct horse battery') =>
  Type.String({ minLength: 1, maxLength: 64, description, examples: [example] })

export const Account = Type.Object(
  {
    id: id('Id of the account.'),
    email: email('E-mail address.'),
    username,
    avatar: urlOut('URL of the avatar.', 'http://localhost:3000/avatar/42.svg'),
    status: oneOf(['free', 'pro'], {
      description: 'Plan status; `free` once the plan has expired.',
      examples: ['pro'],
    }),
    expires: datetime('Expiry of the plan.', '2027-06-01 09:30:00'),
    registered: datetime('Time of registration.'),
  },
  { $id: 'Account', description: 'The account that the API key belongs to.' },
)
export type Account = Static<typeof Account>

export const AccountReply = success('AccountReply', { data: Ref(Account) }, 'The account.')

export const AccountChange = checked(
  'accountChange',
  publishedWith(
    oneRequiredOf('email', 'password'),
    Type.Object(
      {
        email: optional(email('New e-mail address: ASCII characters, with international domains in Punycode.')),
        password: optional(newPassword('New password; not one of the most common ones.')),
        currentpassword: addition(
          optional(
            currentPassword('Current password. Required with an API key that expires; checked whenever it is sent.'),
          ),
        ),
      },
      {
        $id: 'AccountChange',
        description: 'E-mail, password or both. A new password revokes the API keys created by logins, and no others.',
      },
    ),
  ),
)
export type AccountChange = Static<typeof AccountChange>

export const AccountUpdated = done('AccountUpdated', 'Account has been successfully updated.')

export const AccountDeletion = Type.Object(
  // The example is the password of no account, so that who tries it keeps theirs.
  { password: currentPassword('Current password of the account.', 'the current password') },
  { $id: 'AccountDeletion', description: 'The password, to confirm that the account is to be deleted.' },
)

export const AccountDeleted = doneWith('AccountDeleted', {
  job: id('Id of the job that deletes what the account had; no API key of the account can read it.'),
})

export const NewAccount = Type.Object(
  {
    email: checked(
      'asciiEmail',
      email('E-mail address; unique on the service. ASCII characters, with international domains in Punycode.'),
    ),
    username,
    password: newPassword('Password for logins; not one of the most common ones.'),
  },
  { $id: 'NewAccount', description: 'An account to register.' },
)
export type NewAccount = Static<typeof NewAccount>

export const Login = checked(
  'login',
  publishedWith(
    oneRequiredOf('email', 'username'),
    Type.Object(
      {
        email: optional(text('E-mail address; required if `username` is not sent.', 'ada@example.com')),
        username: optional(text('User name; required if `email` is not sent.', 'ada')),
        password: currentPassword('Password of the account.'),
      },
      { $id: 'Login', description: 'Credentials of the account to create an API key for.' },
    ),
  ),
)
export type Login = Static<typeof Login>

export const AccountKey = success(
  'AccountKey',
  { id: id('Id of the account.'), apikey },
  'The id of the account and a new API key.',
)
