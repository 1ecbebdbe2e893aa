import { describe, expect, it } from 'vitest';
import { readPackage } from './package';

const MANIFEST = `Format: Vetro/1.0
FullName: com.acme.Old
Name: Old
Version: 1.0.0
Type: Library
Description: A template of the old world.
`;
const read = (file: string, template: unknown) =>
  readPackage(
    new Map([
      ['manifest.yaml', MANIFEST],
      [`Resources/stacks/${file}`, JSON.stringify(template)],
    ]),
  );

/** As Murano v0.2 wrote the one of a Windows machine. */
const WINDOWS = {
  AWSTemplateFormatVersion: '2010-09-09',
  Description: 'A Windows machine',
  Parameters: {
    KeyName: { Description: 'Name of a key pair', Type: 'String', Default: '0', NoEcho: 'true' },
    Count: { Type: 'Number', MinValue: '1', MaxValue: 5, AllowedValues: [1, 5] },
  },
  Resources: {
    $instanceName: {
      Type: 'AWS::EC2::Instance',
      DependsOn: 'group',
      Properties: {
        InstanceType: '$instanceFlavor',
        ImageId: '$imageName',
        KeyName: { Ref: 'KeyName' },
        UserData: { 'Fn::Base64': { 'Fn::Replace': [{ '%NAME%': { Ref: 'AWS::StackName' } }, 'on %NAME%'] } },
        NetworkInterfaces: [{ Ref: 'port' }],
      },
    },
  },
  Outputs: {
    address: { Value: { 'Fn::Join': [':', [{ 'Fn::GetAtt': ['$instanceName', 'first_address'] }, '80']] } },
  },
};

describe('a stack template in JSON', () => {
  it('of HOT is read as one in YAML', () => {
    const hot = { heat_template_version: '2015-04-30', resources: {} };
    expect(read('Part.json', hot)).toMatchObject({ problems: [], package: { stackTemplates: { Part: hot } } });
  });

  it('with CloudFormation’s sections becomes one of HOT', () => {
    const { package: pack, problems } = read('Windows.json', WINDOWS);
    expect(problems).toEqual([]);
    expect(pack?.stackTemplates.Windows).toEqual({
      heat_template_version: '2015-04-30',
      description: 'A Windows machine',
      parameters: {
        KeyName: { type: 'string', default: '0', description: 'Name of a key pair', hidden: true },
        Count: { type: 'number', constraints: [{ range: { min: 1, max: 5 } }, { allowed_values: [1, 5] }] },
      },
      resources: {
        $instanceName: {
          type: 'OS::Nova::Server',
          depends_on: 'group',
          properties: {
            flavor: '$instanceFlavor',
            image: '$imageName',
            key_name: { get_param: 'KeyName' },
            user_data: {
              str_replace: { params: { '%NAME%': { get_param: 'OS::stack_name' } }, template: 'on %NAME%' },
            },
            user_data_format: 'RAW',
            networks: [{ port: { get_resource: 'port' } }],
          },
        },
      },
      outputs: {
        address: { value: { list_join: [':', [{ get_attr: ['$instanceName', 'first_address'] }, '80']] } },
      },
    });
  });

  it('says what HOT has nothing for, by its place', () => {
    const { package: pack, problems } = read('Odd.json', {
      Resources: { a: { Type: 'OS::Heat::None', Condition: 'x', Properties: { zone: { 'Fn::GetAZs': '' } } } },
      Mappings: {},
    });
    expect(pack).toBeNull();
    expect(problems.map(({ path, code }) => [path, code])).toEqual([
      ['Mappings', 'not_converted'],
      ['Resources.a.Condition', 'not_converted'],
      ['Resources.a.Properties', 'not_converted'],
    ]);
  });

  it('beside another one of the same name is refused', () => {
    const files = new Map([
      ['manifest.yaml', MANIFEST],
      ['Resources/stacks/Part.json', '{"heat_template_version": "2015-04-30"}'],
      ['Resources/stacks/Part.yaml', 'heat_template_version: 2015-04-30'],
    ]);
    expect(readPackage(files).problems.map(({ file, code }) => [file, code])).toEqual([
      ['Resources/stacks/Part.yaml', 'name_taken'],
    ]);
  });
});
